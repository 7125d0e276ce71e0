import { isEnded } from '@/domain/orders/order-status';
import type { Order, OrderRefund } from '@/domain/orders/order-types';

/** An amount that became due for a refund. */
export type RefundPart = {
  at: string;
  cause: OrderRefund['cause'];
  /** Kip, with `spent`. */
  kip: number;
  /** Kip of earned points that were spent before, which reduce it. */
  spent: number;
};

/**
 * Parts of the refund of an order, oldest first. The parts of an ended order do not include spent points, because a
 * single row deducts all of them from the paid amount.
 */
export function refundParts(order: Order): RefundPart[] {
  const part = (at: string, cause: RefundPart['cause'], refund: number, value: number) => {
    const spent = isEnded(order) ? 0 : value;
    return { at, cause, kip: refund + spent, spent };
  };
  const refunds = order.refunds
    .filter(({ cause }) => cause !== 'order' && cause !== 'return')
    // Absent in responses of an earlier release.
    .map((one) => part(one.at, one.cause, one.amount, one.missing_points_value ?? 0));
  const returns = order.returns.map((one) =>
    part(one.at, 'return', one.refund, one.credit_note?.missing_points_value ?? 0),
  );
  return [...refunds, ...returns]
    .filter(({ kip }) => kip > 0)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
