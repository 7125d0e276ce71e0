import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import type { ProductChange } from '../staff-product-types';

type UndoQuestionProps = {
  /** The change to undo; null closes the dialog. */
  change: ProductChange | null;
  isUndoing: boolean;
  onCancel: () => void;
  onUndo: (isWhole: boolean) => void;
};

/** Dialog for undoing a change of many products: for this one, or for all. The smaller step comes first. */
export function UndoQuestion({ change, isUndoing, onCancel, onUndo }: UndoQuestionProps) {
  const t = useT();
  const count = change?.product_count ?? 0;
  return (
    <OfficeDialog
      isOpen={change !== null}
      onClose={onCancel}
      title={t('office.undo.ask', { count })}
    >
      <div className="office-dialog o-ask">
        <p className="text-text-2">{t('office.undo.askText')}</p>
        <div className="o-ask-actions">
          <OfficeButton onClick={onCancel}>{t('office.askNo')}</OfficeButton>
          <OfficeButton disabled={isUndoing} onClick={() => onUndo(false)}>
            {t('office.undo.onlyThis')}
          </OfficeButton>
          <OfficeButton kind="primary" disabled={isUndoing} onClick={() => onUndo(true)}>
            {t('office.undo.all', { count })}
          </OfficeButton>
        </div>
      </div>
    </OfficeDialog>
  );
}
