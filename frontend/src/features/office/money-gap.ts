import { refundDueOf } from './order-effects';
import type { StaffOrder, StaffOrderSummary } from './staff-order-types';

/**
 * Kip shown beside the state of the payment: with a sign, the missing or excess amount; without a sign, the refunded
 * amount.
 */
export type MoneyGap = { value: number; isSigned: boolean };

type Amounts = { unpaid: number; excess: number; due: number; refunded: number };

function gapOf(status: string, { unpaid, excess, due, refunded }: Amounts): MoneyGap | undefined {
  const gaps: Record<string, MoneyGap> = {
    underpaid: { value: -unpaid, isSigned: true },
    overpaid: { value: excess, isSigned: true },
    refund_due: { value: due, isSigned: false },
    partly_refunded: { value: refunded, isSigned: false },
    refunded: { value: refunded, isSigned: false },
  };
  const gap = gaps[status];
  return gap?.value ? gap : undefined;
}

/** Amount missing, too much, due for a refund or refunded of an order in a list. */
export function summaryGap(order: StaffOrderSummary): MoneyGap | undefined {
  const { unpaid, excess, refund, refund_due: due } = order;
  return gapOf(order.payment.status, { unpaid, excess, due, refunded: refund - due });
}

/** Amount missing, too much, due for a refund or refunded of an open order. */
export function orderGap(order: StaffOrder): MoneyGap | undefined {
  const { unpaid, excess, refunded } = order;
  return gapOf(order.payment.status, { unpaid, excess, due: refundDueOf(order), refunded });
}
