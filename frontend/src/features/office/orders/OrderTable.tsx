import { useT } from '@/shared/i18n/language-context';
import type { OrderSort } from '../order-list-params';
import { SortHeader } from '../SortHeader';
import type { OrderListProps } from './OrderList';
import { OrderTableRow } from './OrderTableRow';
import { isNewOrder } from './order-arrivals';

const WIDTHS = [50, 150, 166, 190, 158, 122, 149, 157];

/** Table of orders, sortable by number and total. While the pointer is over its rows, updates are held back. */
export function OrderTable(props: OrderListProps) {
  const { params, orders, arrivals, now, selection, currentId, renewal, onChange } = props;
  const t = useT();
  const isAll = selection.chosen.length === orders.length;
  const sort: OrderSort = params.sort ?? 'newest';
  return (
    <table data-fixed className="o-table">
      <caption className="sr-only">{t('office.orders')}</caption>
      <colgroup>
        {WIDTHS.map((width) => (
          <col key={width} width={width} />
        ))}
        <col />
      </colgroup>
      <thead>
        <tr>
          <th>
            <label className="o-check">
              <input
                type="checkbox"
                checked={isAll}
                ref={(box) => {
                  if (box) box.indeterminate = !isAll && selection.chosen.length > 0;
                }}
                onChange={({ target }) => selection.setAll(target.checked)}
              />
              <span className="sr-only">{t('office.selectAll')}</span>
            </label>
          </th>
          <SortHeader
            label={t('office.column.number')}
            sort={sort}
            down="newest"
            up="oldest"
            onSort={(next) => onChange({ sort: next })}
          />
          <th>{t('office.column.customer')}</th>
          <th>{t('office.column.delivery')}</th>
          <th>{t('office.column.items')}</th>
          <SortHeader
            isEnd
            label={t('office.column.total')}
            sort={sort}
            down="total_desc"
            up="total_asc"
            onSort={(next) => onChange({ sort: next })}
          />
          <th>{t('office.column.payment')}</th>
          <th>{t('office.column.status')}</th>
          <th>{t('office.column.assignee')}</th>
        </tr>
      </thead>
      <tbody
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && renewal.hold(true)}
        onPointerLeave={() => renewal.hold(false)}
      >
        {orders.map((order) => (
          <OrderTableRow
            key={order.order_id}
            order={order}
            now={now}
            isNew={isNewOrder(arrivals, order.order_id, now)}
            isChosen={selection.has(order.order_id)}
            isCurrent={order.order_id === currentId}
            onToggle={(isRange) =>
              isRange ? selection.extendTo(order.order_id) : selection.toggle(order.order_id)
            }
          />
        ))}
      </tbody>
    </table>
  );
}
