import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';

type FoundCountProps = {
  /** Number of rows that are shown, and on all pages. */
  count: number;
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
};

/** Foot of a list that grows: how many rows are shown, and the button for more. */
export function FoundCount({ count, total, hasMore, isLoading, onMore }: FoundCountProps) {
  const t = useT();
  if (count === 0) return null;
  return (
    <div className="o-foot">
      <span role="status" className="tabular-nums">
        {t('office.searches.shown', { count: formatNumber(count), total: formatNumber(total) })}
      </span>
      <span className="o-grow" />
      {hasMore && (
        <OfficeButton isLoading={isLoading} onClick={onMore}>
          {t('office.searches.older')}
        </OfficeButton>
      )}
    </div>
  );
}
