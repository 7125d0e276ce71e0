import { customerNumber } from '@/domain/session/customer-number';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { kipText } from './OfficeKip';
import { statusLook } from './order-labels';
import type { ActionEffects, OrderAction, OrderActionName, StaffOrder } from './staff-order-types';

export const ACTION_TEXTS: Record<OrderActionName, MessageKey> = {
  confirm: 'office.action.confirm',
  prepare: 'office.action.prepare',
  dispatch: 'office.action.dispatch',
  fail_delivery: 'office.action.failDelivery',
  hand_over: 'office.action.handOver',
  mark_paid: 'office.action.markPaid',
  mark_refunded: 'office.action.markRefunded',
  cancel: 'office.action.cancel',
  undo: 'office.undo',
  assign: 'office.assignMe',
  unassign: 'office.unassign',
  note: 'office.note',
  accept_difference: 'office.action.acceptDifference',
  request_return: 'office.action.requestReturn',
  receive_return: 'office.action.receiveReturn',
  decline_return: 'office.action.declineReturn',
  refund_part: 'office.action.refundPart',
};

const CONFIRM_TEXTS: Partial<Record<OrderActionName, MessageKey>> = {
  cancel: 'office.confirm.cancel',
  fail_delivery: 'office.confirm.failDelivery',
  decline_return: 'office.confirm.declineReturn',
  request_return: 'office.confirm.requestReturn',
  receive_return: 'office.return.save',
  refund_part: 'office.confirm.refundPart',
};

/**
 * Text of the button that does an action, with the `amount` that it moves. The text of a button that opens a dialog
 * first ends in “…”.
 */
export function confirmText(
  t: Translate,
  { unpaid, excess }: Pick<StaffOrder, 'unpaid' | 'excess'>,
  action: OrderActionName,
  amount?: number,
): string {
  if (action === 'accept_difference') {
    return unpaid > 0
      ? t('office.confirm.writeOff', { amount: kipText(unpaid) })
      : t('office.confirm.refund', { amount: kipText(excess) });
  }
  if (action === 'refund_part' && amount !== undefined) {
    return t('office.confirm.refund', { amount: kipText(amount) });
  }
  return t(CONFIRM_TEXTS[action] ?? ACTION_TEXTS[action]);
}

/** Steps of fulfillment in working order. The first possible one is the next step. */
const STEPS: OrderActionName[] = [
  'mark_refunded',
  'mark_paid',
  'confirm',
  'prepare',
  'dispatch',
  'hand_over',
];
const OTHER_STEPS: OrderActionName[] = [...STEPS, 'fail_delivery'];
/** Actions that need a reason. */
const REASONED: OrderActionName[] = [
  'cancel',
  'fail_delivery',
  'request_return',
  'receive_return',
  'decline_return',
  'refund_part',
];

export const needsReason = (action: OrderActionName): boolean => REASONED.includes(action);

/** Actions that a state waits for, whether or not they are possible now. A failed delivery is tried again or made ready as a pick-up. */
const EXPECTED: Partial<Record<string, OrderActionName[]>> = {
  awaiting_payment: ['mark_paid'],
  placed: ['confirm'],
  preparing: ['prepare'],
  ready: ['dispatch', 'hand_over'],
  delivering: ['hand_over'],
  delivery_failed: ['dispatch', 'prepare'],
};

const AWAITED = ['pending', 'due', 'underpaid'];
const LATE = ['expired', 'failed'];

/** Whether a payment is expected, also a late one. Any other one is booked beside the primary step. */
export const awaitsPayment = ({ payment: { method, status } }: StaffOrder): boolean =>
  AWAITED.includes(status) || (method !== 'cod' && LATE.includes(status));

/** The primary action of an order, if it waits for one. */
export function nextAction(order: StaffOrder): OrderAction | undefined {
  const { status, payment, actions } = order;
  const isPaid = !awaitsPayment(order);
  const find = (name: OrderActionName) =>
    actions.find(({ action }) => action === name && !(isPaid && name === 'mark_paid'));
  if (payment.status === 'refund_due') {
    const refund = find('mark_refunded');
    if (refund?.allowed) return refund;
  }
  const expected = (EXPECTED[status] ?? []).map(find).filter((action) => action !== undefined);
  return (
    expected.find(({ allowed }) => allowed) ??
    expected[0] ??
    STEPS.map(find).find((action) => action?.allowed)
  );
}

/** Possible actions besides the primary one. */
export function otherActions(order: StaffOrder): OrderAction[] {
  const next = nextAction(order)?.action;
  const steps = OTHER_STEPS.filter((name) => name !== 'mark_paid' || awaitsPayment(order));
  return steps.flatMap(
    (name) =>
      order.actions.find(({ action, allowed }) => action === name && allowed && name !== next) ??
      [],
  );
}

/** Whether the order is assigned to the signed-in member of the staff. */
export const isMine = ({ assignee }: Pick<StaffOrder, 'assignee'>): boolean =>
  assignee?.cus_id === customerNumber();

/** Whether an action can be undone: a step of fulfillment that moves no money. */
export const isUndoable = ({ action, effects }: OrderAction): boolean =>
  !effects.money_moved &&
  ['confirm', 'prepare', 'dispatch', 'fail_delivery', 'hand_over'].includes(action);

/** Effects of an action, one sentence for each. */
export function effectTexts(t: Translate, order: StaffOrder, action: OrderAction): string[] {
  const { effects } = action;
  const texts: string[] = [];
  if (effects.status !== order.status) {
    const status = t(statusLook(effects.status, order.delivery.method).text);
    texts.push(t('office.effect.status', { status }));
  }
  texts.push(...amountTexts(t, effects));
  if (effects.notifies) texts.push(t('office.effect.notifies'));
  if (isUndoable(action)) texts.push(t('office.effect.undo'));
  if (needsReason(action.action)) texts.push(t('office.effect.reason'));
  return texts;
}

/** Texts of the units, money and points that an action moves. */
export function amountTexts(t: Translate, effects: ActionEffects): string[] {
  const texts: string[] = [];
  const count = effects.units_returned;
  if (count > 0) texts.push(t('office.effect.units', { count }));
  if (effects.refund > 0) {
    texts.push(t('office.effect.refund', { amount: kipText(effects.refund) }));
  }
  const points: [number, MessageKey][] = [
    [effects.points_earned, 'office.effect.pointsEarned'],
    [effects.points_returned, 'office.effect.pointsReturned'],
    [effects.points_revoked, 'office.effect.pointsRevoked'],
  ];
  for (const [points_count, text] of points) {
    if (points_count > 0) texts.push(t(text, { count: points_count }));
  }
  return texts;
}

/** Kip due for a refund. */
export const refundDueOf = ({ refund, refunded }: StaffOrder): number => refund - refunded;

const BLOCKED: Record<string, MessageKey> = {
  stock_pending: 'office.blocked.stock',
  pickup: 'office.blocked.pickup',
  provider_refunds: 'office.blocked.provider',
  difference_open: 'office.blocked.difference',
  needs_manager: 'office.blocked.manager',
};

/** Text about why an action is not possible now. */
export const blockedText = (t: Translate, reason: string | null): string =>
  t(BLOCKED[reason ?? ''] ?? 'office.blocked.status');

/** Whether an action has the dialog of returns. */
export const isReturn = (action: OrderAction | null): boolean =>
  action?.action === 'request_return' || action?.action === 'receive_return';
