import { Skeleton } from '@/shared/ui/Skeleton';
import { SplitPageSkeleton } from '@/shared/ui/SplitPageSkeleton';

/** Placeholder of the checkout until the cart, the address book and the first quote have arrived. */
export function CheckoutPending() {
  return (
    <SplitPageSkeleton>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-16 rounded-md" />
      <Skeleton className="h-16 rounded-md" />
      <Skeleton className="h-40 rounded-md" />
    </SplitPageSkeleton>
  );
}
