import type { StaffOrderSummary } from '../staff-order-types';

let shownIds: readonly string[] = [];

/** Remembers the list that was shown last, so that an order leads to its neighbors. */
export function rememberList(orders: readonly StaffOrderSummary[]): void {
  if (orders.length > 0) shownIds = orders.map(({ order_id }) => order_id);
}

/** The orders before and after one in that list. */
export function neighborsOf(orderId: string): { before?: string; after?: string } {
  const at = shownIds.indexOf(orderId);
  if (at < 0) return {};
  return { before: shownIds[at - 1], after: shownIds[at + 1] };
}
