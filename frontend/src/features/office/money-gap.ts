import { excessOf, refundDueOf, unpaidOf } from './order-effects';
import type { StaffOrder, StaffOrderSummary } from './staff-order-types';

/** Kip that stand beside the state of the money: with a sign what is missing or too much, without one what is refunded. */
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

/** What is missing, too much, due for a refund or refunded of an order in a list. */
export function summaryGap(order: StaffOrderSummary): MoneyGap | undefined {
  const { total, received, refund, refund_due: due } = order;
  return gapOf(order.payment.status, {
    unpaid: Math.max(0, total - received),
    excess: Math.max(0, Math.min(received - total, received - refund)),
    due,
    refunded: refund - due,
  });
}

const OPEN_MONEY = ['due', 'pending', 'underpaid'];

/** Kip of an order in a list that are still to be received. */
export function summaryDue({ total, received, payment, status }: StaffOrderSummary): number {
  const isEnded = status === 'cancelled' || status === 'expired';
  if (isEnded || !OPEN_MONEY.includes(payment.status)) return 0;
  return Math.max(0, total - received);
}

/** What is missing, too much, due for a refund or refunded of an open order. */
export const orderGap = (order: StaffOrder): MoneyGap | undefined =>
  gapOf(order.payment.status, {
    unpaid: unpaidOf(order),
    excess: excessOf(order),
    due: refundDueOf(order),
    refunded: order.refunded,
  });
