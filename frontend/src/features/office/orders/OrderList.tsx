import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { DataGrid } from '../grid/DataGrid';
import { DataGridStates } from '../grid/DataGridStates';
import type { GridTable } from '../grid/grid-features';
import { selectRow } from '../grid/grid-selection';
import { ListError, ListSkeleton } from '../ListStates';
import type { OrderListParams } from '../order-list-params';
import type { StaffOrderPage, StaffOrderSummary } from '../staff-order-types';
import { NoOrders } from './NoOrders';
import { OrderCard } from './OrderCard';
import { isNewOrder, type useArrivals } from './order-arrivals';
import type { OrderGridMeta } from './order-grid';
import type { ListRenewal } from './use-list-renewal';

type OrderListProps = {
  params: OrderListParams;
  list: UseQueryResult<StaffOrderPage, Error>;
  grid: GridTable<StaffOrderSummary, OrderGridMeta>;
  arrivals: ReturnType<typeof useArrivals>;
  now: number;
  currentId: string | undefined;
  renewal: ListRenewal;
  onChange: (change: OrderListParams) => void;
};

/**
 * Orders as a table, on phones as cards; or a text if there are none. A click anywhere on a row opens its order. While the
 * pointer is over the rows, updates are held back.
 */
export function OrderList(props: OrderListProps) {
  const { params, list, grid, arrivals, now, currentId, renewal, onChange } = props;
  const t = useT();
  const navigate = useNavigate();
  return (
    <DataGridStates
      list={list}
      isEmpty={grid.getRowModel().rows.length === 0}
      Skeleton={ListSkeleton}
      Failed={ListError}
      empty={<NoOrders params={params} onChange={onChange} />}
    >
      {renewal.held > 0 && (
        <button type="button" onClick={renewal.show} className="o-pill">
          {t('office.held', { count: renewal.held })}
        </button>
      )}
      <DataGrid
        data-fixed
        table={grid}
        caption={t('office.orders')}
        isWide
        bodyProps={{
          onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && renewal.hold(true),
          onPointerLeave: () => renewal.hold(false),
        }}
        rowProps={(row) => ({
          'data-link': true,
          'data-order': row.id,
          'data-new': isNewOrder(arrivals, row.id, now) || undefined,
          'data-current': row.id === currentId || undefined,
          'aria-selected': row.getIsSelected(),
          onClick: ({ target }) => {
            if ((target as Element).closest('a, button, label, input')) return;
            void navigate({ to: '/staff/orders/$orderId', params: { orderId: row.id } });
          },
        })}
        card={(row) => (
          <OrderCard
            order={row.original}
            now={now}
            isNew={isNewOrder(arrivals, row.id, now)}
            isChosen={row.getIsSelected()}
            isChoosing={grid.getSelectedRowModel().rows.length > 0}
            onToggle={() => selectRow(row)}
          />
        )}
      />
    </DataGridStates>
  );
}
