import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import type { StaffProductParams } from '../staff-product-params';
import { type BulkChoice, MAX_BULK_PRODUCTS } from './bulk-target';

type ChooseAllProps = {
  choice: BulkChoice;
  /** Number of products that match search and filters. */
  total: number;
  params: StaffProductParams;
};

/** Button that extends a selection to all products that match, or why there are too many. */
export function ChooseAll({ choice, total, params }: ChooseAllProps) {
  const t = useT();
  if (choice.isOverLimit)
    return <span>{t('office.product.overLimit', { max: formatNumber(MAX_BULK_PRODUCTS) })}</span>;
  if (choice.more === 0) return null;
  return (
    <OfficeButton kind="link" onClick={choice.chooseAll}>
      {t(params.search ? 'office.product.chooseFound' : 'office.product.chooseAll', {
        count: formatNumber(total),
      })}
    </OfficeButton>
  );
}
