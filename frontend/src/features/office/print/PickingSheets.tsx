import { useT } from '@/shared/i18n/language-context';
import { useHomeBranch } from '../home-branch';
import { OfficeButton } from '../OfficeButton';
import type { useLocations } from '../product-locations';
import type { StaffOrder } from '../staff-order-types';
import { PickingSheet } from './PickingSheet';
import { branchFirst, pickingSheets } from './picking-list';

type PickingSheetsProps = { orders: StaffOrder[]; located: ReturnType<typeof useLocations> };

/**
 * Picking lists for all orders, the home branch first. Without the catalog they state that the locations are
 * missing, and are still printed.
 */
export function PickingSheets({ orders, located }: PickingSheetsProps) {
  const t = useT();
  const { locations, isMissing, retry } = located;
  const home = useHomeBranch();
  return (
    <>
      {isMissing && (
        <div role="alert" className="o-print-note">
          <span>{t('office.doc.locationsMissing')}</span>
          <OfficeButton kind="link" onClick={retry}>
            {t('action.retry')}
          </OfficeButton>
        </div>
      )}
      {pickingSheets(branchFirst(orders, home), locations).map((sheet) => (
        <PickingSheet
          key={sheet.columns[0]?.order.number}
          sheet={sheet}
          isWithoutLocations={isMissing}
        />
      ))}
    </>
  );
}
