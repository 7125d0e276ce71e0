import type { OrderLine } from '@/domain/orders/order-types';
import { formatNumber } from '@/shared/format/kip';
import { pickText } from '@/shared/i18n/pick-text';
import { usePickedLines } from '../order/use-picked-lines';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';

type PickBoxProps = { order: StaffOrder; line: OrderLine; quantity: number };

/** Units of a product for one order, with a box to tick on paper, and on the screen while the order is prepared. */
export function PickBox({ order, line, quantity }: PickBoxProps) {
  const { t, code } = useOffice();
  const { tickOf, toggle } = usePickedLines(order);
  const isPicked = tickOf(line) !== undefined;
  const units = <b className="tabular-nums">{formatNumber(quantity)}</b>;
  if (order.status !== 'preparing')
    return (
      <>
        <span className="o-tick" data-picked={isPicked || undefined} />
        {units}
      </>
    );
  const name = pickText(line.pro_name_la, line.pro_name_en, code);
  return (
    <label className="o-pick-box">
      <input
        type="checkbox"
        aria-label={t('office.doc.pick', { name, number: order.number })}
        checked={isPicked}
        onChange={() => toggle({ pro_id: line.pro_id, quantity })}
        className="o-tick"
      />
      {units}
    </label>
  );
}
