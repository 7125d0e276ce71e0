import { Ltr } from '@/shared/ui/Ltr';
import { OfficeKip } from '../OfficeKip';
import { fullMoment } from '../office-dates';
import { meansText } from '../order-labels';
import type { MoneyMovement } from '../staff-order-types';
import { useOffice } from '../use-office-format';

/** Payouts of a refund note: method, reference and time. */
export function PayoutRows({ payouts }: { payouts: MoneyMovement[] }) {
  const { t, language } = useOffice();
  return payouts.map((one) => (
    <tr key={`${one.at} ${one.amount} ${one.reference ?? ''}`}>
      <td>
        {t('office.doc.refundPaid')}: {t(meansText(one.method))}
        {one.reference && (
          <small>
            {t('office.means.reference')} <Ltr>{one.reference}</Ltr>
          </small>
        )}
      </td>
      <td>{fullMoment(one.at, language)}</td>
      <td className="o-sheet-end">
        <OfficeKip value={one.amount} />
      </td>
    </tr>
  ));
}
