import { useT } from '@/shared/i18n/language-context';
import { cx } from './cx';
import { Skeleton } from './Skeleton';

/** Placeholder of a list whose rows have an image, two lines of text and something below them, of the size `foot`. */
export function RowListSkeleton({ foot }: { foot: string }) {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')}>
      {[1, 2, 3].map((row) => (
        <div key={row} className="grid grid-cols-[88px_1fr] gap-x-3 border-b border-line py-4">
          <Skeleton className="aspect-square rounded-md" />
          <div className="pt-1">
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="mt-3 h-5 w-2/5" />
            <Skeleton className={cx('mt-3', foot)} />
          </div>
        </div>
      ))}
    </div>
  );
}
