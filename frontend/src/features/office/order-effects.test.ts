import { expect, it } from 'vitest';
import type { Translate } from '@/shared/i18n/load-messages';
import { blocked, possible, staffOrder } from '@/testing/staff-order';
import { effectTexts, isUndoable, nextAction, otherActions } from './order-effects';
import type { OrderActionName, StaffOrder } from './staff-order-types';

const t: Translate = (key, values = {}) => [key, ...Object.values(values)].join(' ');
const next = (change: Partial<StaffOrder>) => nextAction(staffOrder(change))?.action;
const allowed = (...names: OrderActionName[]) => names.map((name) => possible(name));

it.each<[string, Partial<StaffOrder>, OrderActionName | undefined]>([
  ['placed', { status: 'placed', actions: allowed('prepare', 'confirm', 'hand_over') }, 'confirm'],
  ['preparing', { status: 'preparing', actions: allowed('hand_over', 'prepare') }, 'prepare'],
  ['ready delivery', { status: 'ready', actions: allowed('hand_over', 'dispatch') }, 'dispatch'],
  [
    'ready pick-up',
    { status: 'ready', actions: [blocked('dispatch', 'pickup'), possible('hand_over')] },
    'hand_over',
  ],
  ['failed delivery', { status: 'delivery_failed', actions: allowed('dispatch') }, 'dispatch'],
  [
    'failed delivery that is picked up now',
    {
      status: 'delivery_failed',
      actions: [blocked('dispatch', 'pickup'), possible('prepare')],
    },
    'prepare',
  ],
  ['transfer', { status: 'awaiting_payment', actions: allowed('mark_paid') }, 'mark_paid'],
  ['completed', { status: 'completed', actions: [blocked('hand_over')] }, undefined],
])('order that is %s has its next step', (_, change, expected) => {
  expect(next(change)).toBe(expected);
});

it('due refund is the first step', () => {
  const { payment } = staffOrder();
  const actions = allowed('mark_refunded');
  expect(
    next({ status: 'cancelled', payment: { ...payment, status: 'refund_due' }, actions }),
  ).toBe('mark_refunded');
});

it('blocked next step is shown with its reason', () => {
  const actions = [blocked('confirm', 'stock_pending'), possible('mark_paid')];
  const order = staffOrder({ actions });
  expect(nextAction(order)).toMatchObject({ action: 'confirm', allowed: false });
  expect(otherActions(order).map(({ action }) => action)).toEqual(['mark_paid']);
});

it('cancellation lists stock, money and points that are returned, and requires a reason', () => {
  const cancel = possible('cancel', {
    status: 'cancelled',
    units_returned: 20,
    refund: 1_502_000,
    points_returned: 5,
    points_revoked: 15,
    notifies: true,
    money_moved: true,
  });
  expect(effectTexts(t, staffOrder(), cancel)).toEqual([
    'office.effect.status office.status.cancelled',
    'office.effect.units 20',
    'office.effect.refund ₭1,502,000',
    'office.effect.pointsReturned 5',
    'office.effect.pointsRevoked 15',
    'office.effect.notifies',
    'office.effect.reason',
  ]);
});

it('fulfilment step can be undone unless it moved money', () => {
  expect(isUndoable(possible('prepare'))).toBe(true);
  expect(isUndoable(possible('hand_over', { money_moved: true }))).toBe(false);
  expect(isUndoable(possible('cancel'))).toBe(false);
});
