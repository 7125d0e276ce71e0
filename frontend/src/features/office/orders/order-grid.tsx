import { Link } from '@tanstack/react-router';
import { Ltr } from '@/shared/ui/Ltr';
import { type GridColumn, gridMeta } from '../grid/grid-features';
import { SelectAll, SelectRow } from '../grid/SelectionBoxes';
import { shortMoment } from '../office-dates';
import type { StaffOrderSummary } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { isNewOrder, type useArrivals } from './order-arrivals';
import { ORDER_CELLS } from './order-cells';
import { ORDER_COLUMNS, type OrderColumn } from './order-columns';

/** Data that the cells of an order read beside the order. */
export type OrderGridMeta = { arrivals: ReturnType<typeof useArrivals>; now: number };

type OrderGridColumn = GridColumn<StaffOrderSummary, OrderGridMeta>;

const SORTS: Partial<Record<OrderColumn, { down?: string; up: string }>> = {
  total: { down: 'total_desc', up: 'total_asc' },
  day: { up: 'delivery_day' },
};

/** Columns of the table of orders, sortable by number, total and delivery day. The number is a link. */
export const ORDER_GRID: OrderGridColumn[] = [
  {
    id: 'select',
    enableHiding: false,
    meta: { width: 50 },
    header: SelectAll,
    cell: ({ row }) => <SelectRow row={row} name={row.original.number} />,
  },
  {
    id: 'number',
    enableHiding: false,
    meta: {
      label: ORDER_COLUMNS.first,
      width: 150,
      cellClassName: 'whitespace-nowrap',
      sort: { down: 'newest', up: 'oldest' },
    },
    cell: ({ row, table }) => <OrderNumber order={row.original} {...gridMeta(table)} />,
  },
  ...ORDER_COLUMNS.all.map(
    ({ name, ...meta }): OrderGridColumn => ({
      id: name,
      meta: { ...meta, sort: SORTS[name] },
      cell: ({ row, table }) => {
        const Cell = ORDER_CELLS[name];
        return <Cell order={row.original} now={gridMeta(table).now} />;
      },
    }),
  ),
];

type OrderNumberProps = OrderGridMeta & { order: StaffOrderSummary };

/** Number of an order and when it was placed. */
function OrderNumber({ order, arrivals, now }: OrderNumberProps) {
  const { t, language } = useOffice();
  const { order_id: orderId } = order;
  const isNew = isNewOrder(arrivals, orderId, now);
  return (
    <>
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
    </>
  );
}
