import { customerNumber } from '@/domain/chat/outbox-owner';
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
  undo: 'action.undo',
  assign: 'office.assignMe',
  unassign: 'office.unassign',
  note: 'office.note',
  accept_difference: 'office.action.acceptDifference',
  request_return: 'office.action.requestReturn',
  receive_return: 'office.action.receiveReturn',
  decline_return: 'office.action.declineReturn',
  refund_part: 'office.action.refundPart',
};

/** Steps of fulfilment in the order of the work; the first that is possible is the next one. */
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

/** What a state waits for, whether or not it is possible now; a delivery that has failed is tried again. */
const EXPECTED: Partial<Record<string, OrderActionName[]>> = {
  awaiting_payment: ['mark_paid'],
  placed: ['confirm'],
  preparing: ['prepare'],
  ready: ['dispatch', 'hand_over'],
  delivering: ['hand_over'],
  delivery_failed: ['dispatch'],
};

/** The one action a page offers first, if the order waits for any. */
export function nextAction({ status, payment, actions }: StaffOrder): OrderAction | undefined {
  const find = (name: OrderActionName) => actions.find(({ action }) => action === name);
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

/** Further steps that are possible, beside the next one. */
export function otherActions(order: StaffOrder): OrderAction[] {
  const next = nextAction(order)?.action;
  return OTHER_STEPS.flatMap(
    (name) =>
      order.actions.find(({ action, allowed }) => action === name && allowed && name !== next) ??
      [],
  );
}

/** Whether the order is assigned to who is signed in here. */
export const isMine = ({ assignee }: Pick<StaffOrder, 'assignee'>): boolean =>
  assignee?.cus_id === customerNumber();

/** Whether an action can be taken back: it moves no money and is a step of fulfilment. */
export const isUndoable = ({ action, effects }: OrderAction): boolean =>
  !effects.money_moved &&
  ['confirm', 'prepare', 'dispatch', 'fail_delivery', 'hand_over'].includes(action);

/** What follows from an action, one sentence for each effect. */
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

/** Units, money and points that an action moves. */
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

/** Kip of the total that are not received, unless written off. */
export const unpaidOf = ({ totals, received, waived, unpaid }: StaffOrder): number =>
  unpaid ?? Math.max(0, totals.total - waived - received);

/** Kip received beyond the total that are not due for a refund. */
export const excessOf = ({ totals, received, refund }: StaffOrder): number =>
  Math.max(0, Math.min(received - totals.total, received - refund));

/** Kip due for a refund. */
export const refundDueOf = ({ refund, refunded }: StaffOrder): number => refund - refunded;

/** Kip received that are not refunded or due for it. */
export const refundableOf = ({ received, refund }: StaffOrder): number => received - refund;

const BLOCKED: Record<string, MessageKey> = {
  stock_pending: 'office.blocked.stock',
  pickup: 'office.blocked.pickup',
  already_paid: 'office.blocked.paid',
  difference_open: 'office.blocked.difference',
};

/** Why an action is not possible now. */
export const blockedText = (t: Translate, reason: string | null): string =>
  t(BLOCKED[reason ?? ''] ?? 'office.blocked.status');

/** Whether a step has the dialog of returns. */
export const isReturn = (asked: OrderAction | null): boolean =>
  asked?.action === 'request_return' || asked?.action === 'receive_return';
