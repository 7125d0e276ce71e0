import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Quantity } from '@/shared/ui/Quantity';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';

/** Table of returned units, over all returns of an order. */
export function ReturnedTable({ order }: { order: StaffOrder }) {
  const { t, code } = useOffice();
  const returned = order.returns.flatMap((one) => one.lines);
  if (returned.length === 0) return null;
  const units = (proId: number) =>
    returned
      .filter((line) => line.pro_id === proId)
      .reduce((sum, line) => sum + line.to_stock + line.to_waste, 0);
  return (
    <table className="o-pick">
      <thead>
        <tr>
          <th>{t('office.doc.returned')}</th>
          <th className="o-center o-quantity">{t('product.quantity')}</th>
        </tr>
      </thead>
      <tbody>
        {order.lines
          .filter((line) => units(line.pro_id) > 0)
          .map((line) => (
            <tr key={line.pro_id}>
              <td>
                <b>
                  <LocalizedText>
                    {pickText(line.pro_name_la, line.pro_name_en, code)}
                  </LocalizedText>
                </b>
                <small>{line.pro_id}</small>
              </td>
              <td className="o-center">
                <Quantity
                  isStrong
                  count={units(line.pro_id)}
                  unit={pickText(line.unit_name_la, line.unit_name_en, code)}
                />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
