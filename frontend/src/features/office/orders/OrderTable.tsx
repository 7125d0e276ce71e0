import { useT } from '@/shared/i18n/language-context';
import { ColumnCols } from '../columns/ColumnCols';
import type { OrderSort } from '../order-list-params';
import { SortHeader } from '../SortHeader';
import type { OrderListProps } from './OrderList';
import { OrderTableRow } from './OrderTableRow';
import { isNewOrder } from './order-arrivals';
import { columnsOf } from './order-columns';

/** Pixels of the checkbox and the number. */
const BEFORE = [50, 150];

/** Table of orders with the chosen columns, sortable by number and total. While the pointer is over its rows, updates are held back. */
export function OrderTable(props: OrderListProps) {
  const {
    params,
    orders,
    columns: choice,
    arrivals,
    now,
    selection,
    currentId,
    renewal,
    onChange,
  } = props;
  const t = useT();
  const isAll = selection.chosen.length === orders.length;
  const sort: OrderSort = params.sort ?? 'newest';
  const columns = columnsOf(choice.shown);
  const minWidth = [...BEFORE, ...columns.map(({ width }) => width)].reduce((a, b) => a + b, 0);
  return (
    <table data-fixed className="o-table" style={choice.isDefault ? undefined : { minWidth }}>
      <caption className="sr-only">{t('office.orders')}</caption>
      <ColumnCols before={BEFORE} columns={columns} />
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
          {columns.map(({ name, label, isEnd }) =>
            name === 'total' ? (
              <SortHeader
                key={name}
                isEnd
                label={t(label)}
                sort={sort}
                down="total_desc"
                up="total_asc"
                onSort={(next) => onChange({ sort: next })}
              />
            ) : (
              <th key={name} className={isEnd ? 'o-end' : undefined}>
                {t(label)}
              </th>
            ),
          )}
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
            columns={columns}
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
