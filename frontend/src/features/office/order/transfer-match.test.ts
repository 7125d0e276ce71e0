import { expect, it } from 'vitest';
import type { Translate } from '@/shared/i18n/load-messages';
import { blocked, possible, staffOrder } from '@/testing/staff-order';
import type { StaffOrder } from '../staff-order-types';
import { matchChoices, transferMatch } from './transfer-match';

const TOTAL = 464_000;
const t = ((key: string, values?: object) =>
  values ? `${key} ${Object.values(values).join(' ')}` : key) as unknown as Translate;

type Payment = Partial<StaffOrder['payment']>;
const order = (payment: Payment, change: Partial<StaffOrder> = {}) =>
  staffOrder({ payment: { ...staffOrder().payment, method: 'transfer', ...payment }, ...change });

it.each<[Payment, Partial<StaffOrder>, object | undefined]>([
  [
    { status: 'pending' },
    { status: 'awaiting_payment' },
    { kind: 'waiting', expected: TOTAL, received: 0, difference: -TOTAL },
  ],
  [
    { status: 'underpaid' },
    { received: 414_000 },
    { kind: 'underpaid', expected: TOTAL, received: 414_000, difference: -50_000 },
  ],
  [
    { status: 'underpaid' },
    { received: 414_000, waived: 20_000 },
    { kind: 'underpaid', expected: 444_000, received: 414_000, difference: -30_000 },
  ],
  // A part of what was received has been refunded.
  [
    { status: 'underpaid' },
    { received: TOTAL, refund: 64_000, unpaid: 64_000 },
    { kind: 'underpaid', expected: TOTAL, received: 400_000, difference: -64_000 },
  ],
  [
    { status: 'overpaid' },
    { received: 474_000 },
    { kind: 'overpaid', expected: TOTAL, received: 474_000, difference: 10_000 },
  ],
  [
    { method: 'cod', status: 'underpaid' },
    { received: 414_000 },
    { kind: 'underpaid', expected: TOTAL, received: 414_000, difference: -50_000 },
  ],
  [{ method: 'cod', status: 'due' }, {}, undefined],
  [{ method: 'qr', status: 'pending' }, {}, undefined],
  [{ status: 'paid' }, { received: TOTAL }, undefined],
  [{ status: 'refund_due' }, { received: TOTAL, refund: 1_000 }, undefined],
  [{ status: 'pending' }, { status: 'cancelled' }, undefined],
])('payment %o of an order with %o is matched as expected', (payment, change, expected) => {
  expect(transferMatch(order(payment, change))).toEqual(expected);
});

/** Choices of an order whose payment is open. */
const choicesOf = (one: StaffOrder) => {
  const match = transferMatch(one);
  if (!match) throw new Error('nothing to match');
  return matchChoices(t, one, match);
};

it('underpaid order offers the rest, a write-off and a refund of what the cancellation refunds', () => {
  const actions = [
    possible('mark_paid', { points_earned: 2, money_moved: true }),
    possible('accept_difference', { points_earned: 2, money_moved: true }),
    possible('cancel', { status: 'cancelled', refund: 413_000, money_moved: true }),
  ];
  const choices = choicesOf(order({ status: 'underpaid' }, { received: 414_000, actions }));
  expect(choices.map(({ title, action }) => [title, action?.action])).toEqual([
    ['office.match.ask ₭50,000', 'mark_paid'],
    ['office.match.writeOff ₭50,000', 'accept_difference'],
    ['office.match.refundAll ₭413,000', 'cancel'],
  ]);
  const [rest, accept, refund] = choices.map(({ note }) => note);
  expect(rest).toContain('office.match.whenPaid office.effect.pointsEarned 2');
  expect(accept).toContain('office.match.writeOffNote ₭50,000 office.effect.reason');
  expect(refund).toContain('office.effect.refund ₭413,000');
});

it('overpaid order offers to refund the excess, to ask, and to refund all', () => {
  const actions = [
    possible('accept_difference', { refund: 10_000, notifies: true, money_moved: true }),
    possible('cancel', { status: 'cancelled', refund: 474_000, money_moved: true }),
  ];
  const choices = choicesOf(order({ status: 'overpaid' }, { received: 474_000, actions }));
  expect(choices.map(({ name, action, hasChat }) => [name, action?.action, hasChat])).toEqual([
    ['accept', 'accept_difference', false],
    ['ask', undefined, true],
    ['refund', 'cancel', false],
  ]);
  expect(choices[0]?.note).toContain('office.effect.refund ₭10,000 office.effect.notifies');
});

it('choice of an impossible action has the reason', () => {
  const actions = [blocked('accept_difference', 'stock_pending')];
  const [accept] = choicesOf(order({ status: 'overpaid' }, { received: 474_000, actions }));
  expect(accept).toMatchObject({ isAllowed: false, note: 'office.blocked.stock' });
});

it('awaited transfer without money has no refund among its choices', () => {
  const actions = [possible('mark_paid'), possible('cancel', { status: 'cancelled' })];
  const waiting = order({ status: 'pending' }, { status: 'awaiting_payment', actions });
  expect(choicesOf(waiting).map(({ title }) => title)).toEqual([
    'office.match.arrived',
    'office.match.remind',
    'office.match.cancel',
  ]);
});
