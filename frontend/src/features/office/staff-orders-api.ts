import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { ApiError, apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import { type OrderListParams, requestParams } from './order-list-params';
import type {
  ActionRequest,
  CorrectionRequest,
  DeliveryDayRequest,
  LinesPreview,
  OrderCounts,
  OrderDetailsRequest,
  OrderLogEntry,
  PickedLine,
  PickRequest,
  ReturnLine,
  ReturnPreview,
  StaffOrder,
  StaffOrderPage,
  StaffOrderSummary,
} from './staff-order-types';

export const STAFF = '/api/staff/';
export const STAFF_ORDERS = '/api/staff/orders';
export const PAGE_SIZE = 50;

/** One page of the list. While another page loads, the previous one stays. */
export function staffOrdersQuery(params: OrderListParams) {
  const url = apiUrl(STAFF_ORDERS, { ...requestParams(params), limit: PAGE_SIZE });
  return queryOptions<StaffOrderPage, Error, StaffOrderPage, [string, string]>({
    queryKey: [STAFF_ORDERS, url],
    queryFn: ({ signal }) => authFetch<StaffOrderPage>(url, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });
}

/** Orders of a list from the cursor on, at most 100 at once. */
export const fetchStaffOrders = (params: OrderListParams, limit: number, signal?: AbortSignal) =>
  authFetch<StaffOrderPage>(apiUrl(STAFF_ORDERS, { ...requestParams(params), limit }), { signal });

/** Number of orders in a list. */
export function orderTotalQuery(params: OrderListParams) {
  const url = apiUrl(STAFF_ORDERS, { ...requestParams(params), limit: 1 });
  return queryOptions<number>({
    queryKey: [STAFF_ORDERS, 'total', url],
    queryFn: async ({ signal }) => (await authFetch<StaffOrderPage>(url, { signal })).total,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });
}

/** Key of the counts of all branches. */
export const ORDER_COUNTS = [STAFF_ORDERS, 'counts'] as const;

/** Number of orders in each view, of one branch or of all. */
export function orderCountsQuery(branchId: number | undefined) {
  const url = apiUrl(`${STAFF_ORDERS}/counts`, { branch_id: branchId });
  return queryOptions<OrderCounts>({
    queryKey: [...ORDER_COUNTS, url],
    queryFn: async ({ signal }) => (await authFetch<Envelope<OrderCounts>>(url, { signal })).data,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });
}

export const staffOrderKey = (orderId: string) => [STAFF_ORDERS, 'order', orderId] as const;

/** Key of the requests that tick lines of an order off. */
export const pickKey = (orderId: string) => [...staffOrderKey(orderId), 'pick'] as const;

/** Fetches an order again. While ticks are on their way, the last of them does it. */
export function renewStaffOrder(client: QueryClient, orderId: string): void {
  if (client.isMutating({ mutationKey: pickKey(orderId) }) > 0) return;
  void client.invalidateQueries({ queryKey: staffOrderKey(orderId) });
}

/** One order by its id. */
export function staffOrderQuery(orderId: string) {
  return queryOptions<StaffOrder>({
    queryKey: staffOrderKey(orderId),
    queryFn: async ({ signal }) =>
      (await authFetch<Envelope<StaffOrder>>(`${STAFF_ORDERS}/${orderId}`, { signal })).data,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });
}

export type OrderLogPage = { data: OrderLogEntry[]; next_cursor: number | null };

/** Entries of the log that are older than those of the order, page by page. */
export function olderLogQuery(orderId: string, cursor: number) {
  return infiniteQueryOptions({
    queryKey: [...staffOrderKey(orderId), 'log', cursor],
    queryFn: ({ pageParam, signal }) =>
      authFetch<OrderLogPage>(apiUrl(`${STAFF_ORDERS}/${orderId}/log`, { cursor: pageParam }), {
        signal,
      }),
    initialPageParam: cursor,
    getNextPageParam: ({ next_cursor }: OrderLogPage) => next_cursor ?? undefined,
  });
}

export async function postAction(orderId: string, request: ActionRequest): Promise<StaffOrder> {
  const path = `${STAFF_ORDERS}/${orderId}/actions`;
  return (await authFetch<Envelope<StaffOrder>>(path, { method: 'POST', body: request })).data;
}

/** Takes a booking back, for managers. */
export async function postCorrection(
  orderId: string,
  request: CorrectionRequest,
): Promise<StaffOrder> {
  const path = `${STAFF_ORDERS}/${orderId}/corrections`;
  return (await authFetch<Envelope<StaffOrder>>(path, { method: 'POST', body: request })).data;
}

export async function patchDetails(
  orderId: string,
  request: OrderDetailsRequest,
): Promise<StaffOrder> {
  const path = `${STAFF_ORDERS}/${orderId}`;
  return (await authFetch<Envelope<StaffOrder>>(path, { method: 'PATCH', body: request })).data;
}

/** Plans the day of an order, or deletes the plan. */
export async function putDeliveryDay(
  orderId: string,
  request: DeliveryDayRequest,
): Promise<StaffOrder> {
  const path = `${STAFF_ORDERS}/${orderId}/delivery-day`;
  return (await authFetch<Envelope<StaffOrder>>(path, { method: 'PUT', body: request })).data;
}

/** Ticks a line off, or undoes its tick. Returns all ticks of the order. */
export async function putPickedLine(orderId: string, request: PickRequest): Promise<PickedLine[]> {
  const path = `${STAFF_ORDERS}/${orderId}/picked-lines`;
  const { data } = await authFetch<Envelope<{ picked_lines: PickedLine[] }>>(path, {
    method: 'PUT',
    body: request,
  });
  return data.picked_lines;
}

/** URL of the filtered list as CSV, with all its pages. It needs the API token, so a plain link would be refused. */
export function ordersCsvUrl(params: OrderListParams): string {
  const { cursor: _, ...filters } = requestParams(params);
  return apiUrl(`${STAFF_ORDERS}.csv`, filters);
}

/** Preview of a return of these goods, or of the last return corrected to them; `lines` are not empty. */
export function returnPreviewQuery(
  order: StaffOrder,
  lines: ReturnLine[],
  hasDeliveryFee: boolean,
  correctsLast = false,
) {
  const url = apiUrl(`${STAFF_ORDERS}/${order.order_id}/return-preview`, {
    lines: lines.map((line) => `${line.pro_id}:${line.to_stock}:${line.to_waste}`).join(),
    delivery_fee: hasDeliveryFee || undefined,
    corrects_last: correctsLast || undefined,
  });
  return queryOptions<ReturnPreview>({
    queryKey: [STAFF_ORDERS, 'return', url, order.version],
    queryFn: async ({ signal }) => (await authFetch<Envelope<ReturnPreview>>(url, { signal })).data,
    placeholderData: (before) => before,
    enabled: lines.length > 0,
    staleTime: 0,
    refetchOnReconnect: 'always',
  });
}

/** Preview of the order with `lines`, such as `1202001:3,1201001:1`. Disabled if empty. */
export function linesPreviewQuery(
  order: StaffOrder,
  lines: string,
  method?: StaffOrder['delivery']['method'],
) {
  const path = `${STAFF_ORDERS}/${order.order_id}/lines-preview`;
  const url = apiUrl(path, { lines, delivery_method: method });
  return queryOptions<LinesPreview>({
    queryKey: [STAFF_ORDERS, 'lines', url, order.version],
    queryFn: async ({ signal }) => (await authFetch<Envelope<LinesPreview>>(url, { signal })).data,
    placeholderData: (before) => before,
    enabled: lines !== '',
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: 'always',
  });
}

/** Changes the items of an order. It is idempotent by `key`. */
export async function putLines(
  orderId: string,
  request: components['schemas']['StaffLinesBody'],
  key: string,
): Promise<StaffOrder> {
  const path = `${STAFF_ORDERS}/${orderId}/lines`;
  const headers = { 'idempotency-key': key };
  return (await authFetch<Envelope<StaffOrder>>(path, { method: 'PUT', body: request, headers }))
    .data;
}

/** Current order in the error of a request that was refused because the order has changed. */
export function changedOrder(error: unknown): StaffOrder | undefined {
  if (!(error instanceof ApiError) || error.reason !== 'order_changed') return undefined;
  return (error.details as { order?: StaffOrder }).order;
}

/** Caches an order from a response, also in the lists that show it, and invalidates lists and counts. */
export function cacheStaffOrder(client: QueryClient, order: StaffOrder): void {
  client.setQueryData(staffOrderKey(String(order.order_id)), order);
  client.setQueriesData<StaffOrderPage>(
    { queryKey: [STAFF_ORDERS], predicate: ({ state }) => isPage(state.data) },
    (page) => page && { ...page, data: page.data.map((row) => updatedRow(row, order)) },
  );
  void client.invalidateQueries({
    queryKey: [STAFF_ORDERS],
    predicate: ({ queryKey }) => queryKey[1] !== 'order',
  });
}

const isPage = (data: unknown): data is StaffOrderPage =>
  Array.isArray((data as StaffOrderPage | undefined)?.data);

function updatedRow(row: StaffOrderSummary, order: StaffOrder): StaffOrderSummary {
  if (row.order_id !== String(order.order_id) || row.version > order.version) return row;
  const { version, status, status_since, assignee, refund, received, delivery_day } = order;
  const payment = { method: order.payment.method, status: order.payment.status };
  const refund_due = refund - order.refunded;
  const return_requested = order.return_request !== null;
  return {
    ...row,
    version,
    status,
    status_since,
    assignee,
    refund,
    refund_due,
    received,
    return_requested,
    payment,
    delivery_day,
  };
}
