import { expect, it } from 'vitest';
import { orderSummary, staffOrder } from '@/testing/staff-order';
import { orderGap, summaryGap } from './money-gap';
import type { StaffOrder } from './staff-order-types';

const TOTAL = 464_000;

it.each<[StaffOrder['payment']['status'], object, object | undefined]>([
  ['paid', { received: TOTAL }, undefined],
  ['due', { received: 0 }, undefined],
  ['underpaid', { received: 414_000 }, { value: -50_000, isSigned: true }],
  ['overpaid', { received: 474_000 }, { value: 10_000, isSigned: true }],
  [
    'refund_due',
    { received: TOTAL, refund: 100_000, refund_due: 60_000 },
    { value: 60_000, isSigned: false },
  ],
  [
    'partly_refunded',
    { received: TOTAL, refund: 100_000, refund_due: 0 },
    { value: 100_000, isSigned: false },
  ],
  [
    'refunded',
    { received: TOTAL, refund: TOTAL, refund_due: 0 },
    { value: TOTAL, isSigned: false },
  ],
])(
  'order that is %s shows the same amount in the list and on its page',
  (status, money, expected) => {
    const amounts = { received: 0, refund: 0, refund_due: 0, ...money };
    const payment = { ...staffOrder().payment, status };
    const summary = orderSummary({ payment, total: TOTAL, ...amounts });
    expect(summaryGap(summary)).toEqual(expected);
    const { received, refund } = amounts;
    const order = staffOrder({
      payment,
      totals: { ...staffOrder().totals, total: TOTAL },
      received,
      refund,
      refunded: refund - amounts.refund_due,
    });
    expect(orderGap(order)).toEqual(expected);
  },
);

it('order in a list has the amounts of the server, also after a write-off', () => {
  const payment = { ...staffOrder().payment, status: 'underpaid' } as const;
  const amounts = { received: 400_000, unpaid: 14_000, excess: 0, refundable: 400_000 };
  expect(summaryGap(orderSummary({ payment, total: TOTAL, ...amounts }))?.value).toBe(-14_000);
});
