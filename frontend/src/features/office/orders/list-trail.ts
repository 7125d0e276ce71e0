import type { StaffOrderSummary } from '../staff-order-types';

let shownIds: readonly string[] = [];

/** Stores the last shown list, so that the order page can link to the neighbors. */
export function rememberList(orders: readonly StaffOrderSummary[]): void {
  if (orders.length > 0) shownIds = orders.map(({ order_id }) => order_id);
}

/** Ids of the orders before and after one in that list. */
export function neighborsOf(orderId: string): { before?: string; after?: string } {
  const at = shownIds.indexOf(orderId);
  if (at < 0) return {};
  return { before: shownIds[at - 1], after: shownIds[at + 1] };
}
