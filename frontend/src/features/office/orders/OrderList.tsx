import type { UseQueryResult } from '@tanstack/react-query';
import { useT } from '@/shared/i18n/language-context';
import type { ColumnChoice } from '../columns/column-choice';
import { ListError, ListSkeleton } from '../ListStates';
import type { OrderListParams } from '../order-list-params';
import type { StaffOrderPage, StaffOrderSummary } from '../staff-order-types';
import type { Selection } from '../use-selection';
import { NoOrders } from './NoOrders';
import { OrderCard } from './OrderCard';
import { OrderTable } from './OrderTable';
import { isNewOrder, type useArrivals } from './order-arrivals';
import type { OrderColumn } from './order-columns';
import type { ListRenewal } from './use-list-renewal';

export type OrderListProps = {
  params: OrderListParams;
  list: UseQueryResult<StaffOrderPage, Error>;
  orders: StaffOrderSummary[];
  /** Columns of the table after the number. */
  columns: ColumnChoice<OrderColumn>;
  arrivals: ReturnType<typeof useArrivals>;
  now: number;
  selection: Selection<StaffOrderSummary>;
  currentId: string | undefined;
  renewal: ListRenewal;
  onChange: (change: OrderListParams) => void;
};

/** Orders as a table, on phones as cards; or a text if there are none. */
export function OrderList(props: OrderListProps) {
  const { params, list, orders, arrivals, now, selection, renewal, onChange } = props;
  const t = useT();
  if (list.isPending) return <ListSkeleton />;
  if (!list.data) return <ListError error={list.error} onRetry={() => void list.refetch()} />;
  if (orders.length === 0) return <NoOrders params={params} onChange={onChange} />;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col" aria-busy={list.isPlaceholderData}>
      {renewal.held > 0 && (
        <button type="button" onClick={renewal.show} className="o-pill">
          {t('office.held', { count: renewal.held })}
        </button>
      )}
      <div className="o-scroll max-lg:hidden">
        <OrderTable {...props} />
      </div>
      <ul className="o-scroll lg:hidden">
        {orders.map((order) => (
          <OrderCard
            key={order.order_id}
            order={order}
            now={now}
            isNew={isNewOrder(arrivals, order.order_id, now)}
            isChosen={selection.has(order.order_id)}
            isChoosing={selection.chosen.length > 0}
            onToggle={() => selection.toggle(order.order_id)}
          />
        ))}
      </ul>
    </div>
  );
}
