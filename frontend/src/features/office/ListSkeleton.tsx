import { useT } from '@/shared/i18n/language-context';
import { Skeleton } from '@/shared/ui/Skeleton';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholder rows of a list of people; header and filters stay. */
export function ListSkeleton({ count = ROWS.length }: { count?: number }) {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')} className="min-h-0 flex-1 overflow-hidden">
      {ROWS.slice(0, count).map((row) => (
        <div key={row} className="o-skeleton-row o-skeleton-low">
          <Skeleton className="o-skeleton-face" />
          <Skeleton className="w-32" />
          <Skeleton className="w-20" />
          <span className="o-grow" />
          <Skeleton className="w-18" />
        </div>
      ))}
    </div>
  );
}
