import { RefreshCw } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';

type FinderStatusProps = { status: string; onRetry: (() => void) | undefined };

/** Status text of a finder, with a button that repeats a failed search. */
export function FinderStatus({ status, onRetry }: FinderStatusProps) {
  const t = useT();
  return (
    <>
      <p role={onRetry ? 'alert' : 'status'} className="o-note px-3 py-2">
        {status}
      </p>
      {onRetry && (
        <OfficeButton
          kind="link"
          icon={RefreshCw}
          className="px-3"
          onClick={({ currentTarget }) => {
            // The button disappears while the search runs.
            currentTarget.closest('.o-finder')?.querySelector('input')?.focus();
            onRetry();
          }}
        >
          {t('action.retry')}
        </OfficeButton>
      )}
    </>
  );
}
