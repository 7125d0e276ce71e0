import { Kip } from '@/domain/catalog/Price';
import { useT } from '@/shared/i18n/language-context';
import { discountName } from './OrderTotals';
import type { Order } from './order-types';
import { VatTable } from './VatTable';

/** Totals of an invoice, with the value added tax by rate. */
export function InvoiceTotals({ order: { totals, discount_reason } }: { order: Order }) {
  const t = useT();
  return (
    <div className="sums">
      <VatTable vat={totals.vat} />
      <table>
        <tbody>
          <TotalRow name={t('totals.goods')} kip={totals.subtotal} />
          {totals.points_discount > 0 && (
            <TotalRow
              name={t('totals.points', { count: totals.points_used })}
              kip={-totals.points_discount}
            />
          )}
          {totals.discount > 0 && (
            <TotalRow name={discountName(t, discount_reason)} kip={-totals.discount} />
          )}
          {totals.delivery_fee > 0 && (
            <TotalRow name={t('totals.delivery')} kip={totals.delivery_fee} />
          )}
          <tr className="total">
            <th scope="row">{t('cart.total')}</th>
            <td className="amount">
              <Kip value={totals.total} />
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** A line of the totals. */
export function TotalRow({ name, kip }: { name: string; kip: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="amount">
        <Kip value={kip} />
      </td>
    </tr>
  );
}
