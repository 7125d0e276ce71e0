import { RotateCcw } from 'lucide-react';
import { ApiError } from '@/shared/api/client';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';

type BranchesFailureProps = {
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
  /** Whether the page shows the headquarters instead of the branches. */
  hasFallback?: boolean;
};

/** Error message for branches that could not be loaded, with a retry button. */
export function BranchesFailure({
  error,
  isRetrying,
  onRetry,
  hasFallback = true,
}: BranchesFailureProps) {
  const t = useT();
  useRetryOnline(true, onRetry);
  const status = error instanceof ApiError ? error.status : 0;
  return (
    <InlineAlert kind="warn" isUrgent title={t('branches.loadFailed')} className="my-2">
      <p className="text-text-2">
        <LocalizedText>
          {status > 0 ? t('branches.fetchFailed', { status }) : t('branches.fetchError')}
        </LocalizedText>{' '}
        {hasFallback && <LocalizedText>{t('branches.standIn')}</LocalizedText>}
      </p>
      <Button
        kind="outline"
        icon={RotateCcw}
        isLoading={isRetrying}
        onClick={onRetry}
        className="mt-2"
      >
        {t('action.retry')}
      </Button>
    </InlineAlert>
  );
}
