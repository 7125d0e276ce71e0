import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { MAX_BULK_ORDERS, type OrderChoice } from './order-choice';

/** Button that extends a selection to orders of further pages, and why not to more. */
export function ChooseMoreOrders({ choice }: { choice: OrderChoice }) {
  const t = useT();
  const { more, isAll, isLoading, chooseMore } = choice;
  return (
    <>
      {more > 0 && (
        <OfficeButton kind="link" isLoading={isLoading} onClick={chooseMore}>
          {t(isAll ? 'office.chooseAllOrders' : 'office.chooseNextOrders', { count: more })}
        </OfficeButton>
      )}
      {!isAll && <span>{t('office.bulkOrdersLimit', { max: MAX_BULK_ORDERS })}</span>}
    </>
  );
}
