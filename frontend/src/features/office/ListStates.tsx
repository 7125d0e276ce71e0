import { RefreshCw, TriangleAlert } from 'lucide-react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { OfficeButton } from './OfficeButton';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholder rows of the final height; header and filters stay. */
export function ListSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')} className="min-h-0 flex-1 overflow-hidden">
      {ROWS.map((row) => (
        <div key={row} className="o-skeleton-row">
          <Skeleton className="w-4.5" />
          <Skeleton className="w-20" />
          <Skeleton className="w-32" />
          <span className="o-grow" />
          <Skeleton className="o-skeleton-pic" />
          <Skeleton className="w-18" />
        </div>
      ))}
    </div>
  );
}

/** Error state of a list with a retry button. */
export function ListError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  return (
    <div role="alert" className="flex-1">
      <EmptyState
        icon={TriangleAlert}
        tint="clay"
        title={t('office.listFailed')}
        text={`${t('office.listFailedText')} ${errorText(t, error) ?? ''}`.trim()}
        actions={
          <OfficeButton kind="primary" icon={RefreshCw} onClick={onRetry}>
            {t('action.retry')}
          </OfficeButton>
        }
      />
    </div>
  );
}
