import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';

type BulkPriceQuestionProps = {
  /** Products whose price falls by more than half. */
  count: number;
  /** Number of these products that shoppers do not see. */
  hidden: number;
  isOpen: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Dialog before a bulk change by which prices fall by more than half. */
export function BulkPriceQuestion(props: BulkPriceQuestionProps) {
  const { count, hidden, isOpen, onCancel, onConfirm } = props;
  const t = useT();
  const text = hidden === count ? 'office.bulk.halvedHiddenText' : 'office.bulk.halvedSomeHidden';
  return (
    <OfficeDialog isOpen={isOpen} onClose={onCancel} title={t('office.bulk.halvedAsk', { count })}>
      <div className="office-dialog o-ask">
        <p className="text-text-2">
          {hidden === 0 ? t('office.bulk.halvedText') : t(text, { count: hidden })}
        </p>
        <div className="o-ask-actions">
          <OfficeButton onClick={onCancel}>{t('office.askNo')}</OfficeButton>
          <OfficeButton kind="danger" onClick={onConfirm}>
            {t('office.bulk.halvedYes')}
          </OfficeButton>
        </div>
      </div>
    </OfficeDialog>
  );
}
