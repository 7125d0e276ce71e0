import { Eye, EyeOff, FolderInput, MapPin, Tag, X } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import type { BulkChoice } from './bulk-target';
import { useBulkChange } from './use-bulk-change';

export type BulkPanelName = 'price' | 'group' | 'location';

type ProductBulkBarProps = {
  choice: BulkChoice;
  onOpen: (panel: BulkPanelName) => void;
  onClear: () => void;
};

/** Bar for the selected products. Price, group and location open a panel; showing and hiding happen at once. */
export function ProductBulkBar({ choice, onOpen, onClear }: ProductBulkBarProps) {
  const t = useT();
  const { run, isRunning } = useBulkChange(onClear);
  const show = (visible: boolean) => void run(choice.target, { visible });
  return (
    <section aria-label={t('office.bulk')} className="o-bulk">
      <span aria-live="polite" className="me-3">
        <b className="tabular-nums">{t('office.chosen', { count: choice.count })}</b>
      </span>
      <OfficeButton kind="primary" icon={Tag} onClick={() => onOpen('price')}>
        {t('office.bulk.price')}
      </OfficeButton>
      <OfficeButton kind="plain" icon={FolderInput} onClick={() => onOpen('group')}>
        {t('office.bulk.group')}
      </OfficeButton>
      <OfficeButton kind="plain" icon={MapPin} onClick={() => onOpen('location')}>
        {t('office.bulk.location')}
      </OfficeButton>
      <OfficeButton kind="plain" icon={Eye} disabled={isRunning} onClick={() => show(true)}>
        {t('office.product.show')}
      </OfficeButton>
      <OfficeButton kind="plain" icon={EyeOff} disabled={isRunning} onClick={() => show(false)}>
        {t('office.product.hide')}
      </OfficeButton>
      <OfficeIconButton icon={X} label={t('office.clearSelection')} onClick={onClear} />
    </section>
  );
}
