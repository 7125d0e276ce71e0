import type {
  OfferedMethod,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
} from '@/domain/orders/order-types';
import { branch, day, oneOf, text, whole } from './address-values';
import { type BranchParam, branchParam, shownBranch } from './branch-param';
import { ORDER_VIEWS, type OrderView } from './staff-order-types';

export const ORDER_SORTS = ['newest', 'oldest', 'total_desc', 'total_asc', 'delivery_day'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

export const ORDER_STATUSES: OrderStatus[] = [
  'awaiting_payment',
  'placed',
  'preparing',
  'ready',
  'delivering',
  'delivery_failed',
  'completed',
  'cancelled',
  'expired',
];
export const PAYMENT_STATUSES: PaymentStatus[] = [
  'due',
  'pending',
  'paid',
  'underpaid',
  'overpaid',
  'failed',
  'expired',
  'refund_due',
  'partly_refunded',
  'refunded',
];
export const PAYMENT_METHODS: OfferedMethod[] = ['cod', 'transfer', 'qr'];

/** Words of the filter by delivery day. Other values are days. */
export const DAY_WORDS = ['today', 'tomorrow', 'overdue', 'none'] as const;

/** Query parameters of the order list: view, filters, sort order and page. Unset ones are left out. */
export type OrderListParams = {
  view?: OrderView;
  search?: string;
  status?: OrderStatus;
  payment_status?: PaymentStatus;
  payment_method?: PaymentMethod;
  delivery?: 'delivery' | 'pickup';
  branch_id?: BranchParam;
  cus_id?: number;
  from?: string;
  to?: string;
  /** A word of `DAY_WORDS`, or a day. */
  delivery_day?: string;
  sort?: OrderSort;
  cursor?: string;
  /** Page number, only for display; the cursor decides which orders are shown. */
  page?: number;
};

export type OrderFilterName = keyof Pick<
  OrderListParams,
  | 'status'
  | 'payment_status'
  | 'payment_method'
  | 'delivery'
  | 'branch_id'
  | 'from'
  | 'to'
  | 'delivery_day'
>;
export const FILTER_NAMES: OrderFilterName[] = [
  'from',
  'to',
  'delivery_day',
  'branch_id',
  'delivery',
  'payment_method',
  'payment_status',
  'status',
];

const MAX_SEARCH_LENGTH = 200;
const MAX_CURSOR_LENGTH = 500;

type Query = Record<string, unknown>;

/** Parses the query; invalid values are left out, so that every link opens a list. */
export function parseOrderListParams(query: Query): OrderListParams {
  const params: OrderListParams = {
    view: oneOf(ORDER_VIEWS, query.view),
    search: text(query.search, MAX_SEARCH_LENGTH)?.trim() || undefined,
    status: oneOf(ORDER_STATUSES, query.status),
    payment_status: oneOf(PAYMENT_STATUSES, query.payment_status),
    payment_method: oneOf(PAYMENT_METHODS, query.payment_method),
    delivery: oneOf(['delivery', 'pickup'] as const, query.delivery),
    branch_id: branch(query.branch_id),
    cus_id: whole(query.cus_id, 1),
    from: day(query.from),
    to: day(query.to),
    delivery_day: oneOf(DAY_WORDS, query.delivery_day) ?? day(query.delivery_day),
    sort: oneOf(ORDER_SORTS, query.sort),
    cursor: text(query.cursor, MAX_CURSOR_LENGTH),
    page: whole(query.page, 2),
  };
  if (params.view === 'all') params.view = undefined;
  if (params.sort === 'newest') params.sort = undefined;
  if (!params.cursor) params.page = undefined;
  return params;
}

/** Parameters of the API request. */
export function requestParams({ page: _, branch_id, ...params }: OrderListParams) {
  return { ...params, branch_id: shownBranch(branch_id, undefined) };
}

/**
 * The list that an address means. Without a branch in the address, it is the list of the home
 * branch.
 */
export const shownList = (params: OrderListParams, home: number | undefined): OrderListParams => ({
  ...params,
  branch_id: shownBranch(params.branch_id, home),
});

/** The address of a list. */
export const listAddress = (shown: OrderListParams, home: number | undefined): OrderListParams => ({
  ...shown,
  branch_id: branchParam(shownBranch(shown.branch_id, undefined), home),
});

/** Adds to a change of the list that a removed branch shows all branches instead of the home branch. */
export const listChange = (change: OrderListParams, home: number | undefined): OrderListParams =>
  'branch_id' in change ? listAddress(change, home) : change;

/** Changes view, filter or sort order and goes back to the first page. */
export function withChange(params: OrderListParams, change: OrderListParams): OrderListParams {
  return parseOrderListParams({ ...params, cursor: undefined, page: undefined, ...change });
}

/** Number of active filters; a range of days counts once. */
export function filterCount(params: OrderListParams): number {
  const isSet = (name: OrderFilterName) => params[name] !== undefined && params[name] !== 'all';
  const set = FILTER_NAMES.filter(isSet).length;
  return params.from && params.to ? set - 1 : set;
}

export const withoutFilters = (params: OrderListParams): OrderListParams =>
  withChange(params, {
    ...Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])),
    cus_id: undefined,
  });
