import { Link, useNavigate } from '@tanstack/react-router';
import { Ltr } from '@/shared/ui/Ltr';
import type { Column } from '../columns/column-choice';
import { shortMoment } from '../office-dates';
import type { StaffOrderSummary } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { OrderCell } from './OrderCell';
import type { OrderColumn } from './order-columns';

type OrderTableRowProps = {
  order: StaffOrderSummary;
  columns: Column<OrderColumn>[];
  now: number;
  isNew: boolean;
  isChosen: boolean;
  isCurrent: boolean;
  onToggle: (isRange: boolean) => void;
};

/** Row of the table. The number is a link; a click anywhere on the row follows it. */
export function OrderTableRow(props: OrderTableRowProps) {
  const { order, columns, now, isNew, isChosen, isCurrent, onToggle } = props;
  const { t, language } = useOffice();
  const navigate = useNavigate();
  const { order_id: orderId } = order;
  return (
    <tr
      data-link
      data-order={orderId}
      data-new={isNew || undefined}
      data-current={isCurrent || undefined}
      aria-selected={isChosen}
      onClick={({ target }) => {
        if ((target as Element).closest('a, button, label, input')) return;
        void navigate({ to: '/staff/orders/$orderId', params: { orderId } });
      }}
    >
      <td>
        <label className="o-check">
          <input
            type="checkbox"
            aria-label={t('office.select', { number: order.number })}
            checked={isChosen}
            onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey === true)}
          />
        </label>
      </td>
      <td className="whitespace-nowrap">
        <Link to="/staff/orders/$orderId" params={{ orderId }} className="o-one-line">
          <b className="num">
            <Ltr>{order.number}</Ltr>
          </b>
        </Link>
        <small className="tabular-nums">
          {isNew && <b className="o-up">{t('office.new')}</b>}
          {isNew && ' · '}
          {shortMoment(order.created_at, now, language)}
        </small>
      </td>
      {columns.map(({ name, isEnd }) => (
        <td key={name} className={isEnd ? 'o-end' : undefined}>
          <OrderCell column={name} order={order} now={now} />
        </td>
      ))}
    </tr>
  );
}
