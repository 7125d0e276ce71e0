import { useT } from '@/shared/i18n/language-context';
import { Skeleton } from '@/shared/ui/Skeleton';

export function WishlistSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')}>
      {[1, 2, 3].map((place) => (
        <div key={place} className="grid grid-cols-[88px_1fr] gap-x-3 border-b border-line py-4">
          <Skeleton className="aspect-square rounded-md" />
          <div className="pt-1">
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="mt-3 h-5 w-2/5" />
            <Skeleton className="mt-3 h-6 w-1/4 rounded-sm" />
          </div>
        </div>
      ))}
    </div>
  );
}
