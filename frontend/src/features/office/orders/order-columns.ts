import type { Column, ColumnChoice, ColumnSet } from '../columns/column-choice';
import type { OrderListParams } from '../order-list-params';
import { useViewColumns } from '../views/use-view-columns';
import { orderSavedViews } from './order-saved-views';

export type OrderColumn =
  | 'customer'
  | 'phone'
  | 'delivery'
  | 'day'
  | 'province'
  | 'branch'
  | 'items'
  | 'total'
  | 'due'
  | 'points'
  | 'payment'
  | 'status'
  | 'note'
  | 'assignee';

/** The usual columns fit into a window of 1440 pixels, with whole states. */
const ALL: Column<OrderColumn>[] = [
  { name: 'customer', label: 'office.column.customer', width: 158 },
  { name: 'phone', label: 'office.column.phone', width: 140 },
  { name: 'delivery', label: 'office.column.delivery', width: 186 },
  { name: 'day', label: 'office.column.deliveryDay', width: 140 },
  { name: 'province', label: 'office.column.province', width: 170 },
  { name: 'branch', label: 'office.column.branch', width: 150 },
  { name: 'items', label: 'office.column.items', width: 134 },
  { name: 'total', label: 'office.column.total', width: 112, isEnd: true },
  { name: 'due', label: 'office.column.due', width: 122, isEnd: true },
  { name: 'points', label: 'office.column.points', width: 100, isEnd: true },
  { name: 'payment', label: 'office.column.payment', width: 149 },
  { name: 'status', label: 'office.column.status', width: 157 },
  { name: 'note', label: 'office.column.note', width: 64 },
  { name: 'assignee', label: 'office.column.assignee', width: 112 },
];

/** Columns of the order list. The first one is the number. */
export const ORDER_COLUMNS: ColumnSet<OrderColumn> = {
  first: 'office.column.number',
  all: ALL,
  defaults: ['customer', 'delivery', 'items', 'total', 'payment', 'status', 'assignee'],
};

/** Columns of a list of orders: the columns of its saved view, otherwise the columns of this browser. */
export const useOrderColumns = (params: OrderListParams): ColumnChoice<OrderColumn> =>
  useViewColumns(ORDER_COLUMNS, orderSavedViews, params);
