import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from './OfficeButton';

type OlderButtonProps = {
  query: Pick<
    UseInfiniteQueryResult,
    'data' | 'error' | 'isFetchNextPageError' | 'isFetchingNextPage' | 'isLoading'
  >;
  label: string;
  /** Sentence when they could not be loaded, if they are not earlier entries. */
  failed?: string;
  onMore: () => void;
};

/** Button below a list that loads older or further entries, and says why when they could not be loaded. */
export function OlderButton({ query, label, failed, onMore }: OlderButtonProps) {
  const t = useT();
  const isRunning = query.isLoading || query.isFetchingNextPage;
  const hasFailed = query.isFetchNextPageError || (query.error !== null && !query.data);
  return (
    <>
      {hasFailed && !isRunning && (
        <p role="alert" className="o-small text-err">
          {`${failed ?? t('office.olderFailed')} ${errorText(t, query.error) ?? ''}`.trim()}
        </p>
      )}
      <OfficeButton isLoading={isRunning} onClick={onMore}>
        {label}
      </OfficeButton>
    </>
  );
}
