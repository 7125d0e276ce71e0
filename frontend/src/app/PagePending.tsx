import { ProductGridSkeleton } from '@/domain/product-card/ProductGridSkeleton';
import { Skeleton } from '@/shared/ui/Skeleton';

/** Placeholder for a route that takes longer than 150 ms to load. */
export function PagePending() {
  return (
    <div className="wrap py-4">
      <Skeleton className="mb-6 h-8 w-56" />
      <ProductGridSkeleton count={5} />
    </div>
  );
}
