import { useT } from '@/shared/i18n/language-context';
import { Skeleton } from '@/shared/ui/Skeleton';
import { gridStyle } from './ProductGrid';

export function ProductCardSkeleton() {
  return (
    <div>
      <Skeleton className="mb-3 aspect-square rounded-md" />
      <Skeleton className="h-3.5" />
      <Skeleton className="mt-2 h-3.5 w-3/5" />
      <Skeleton className="mt-3.5 h-5 w-[45%]" />
      <div className="h-[35px]" />
    </div>
  );
}

export function ProductGridSkeleton({
  count = 10,
  columns = 5,
}: {
  count?: number;
  columns?: 4 | 5;
}) {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')} className={gridStyle(columns)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <ProductCardSkeleton key={index} />
      ))}
    </div>
  );
}
