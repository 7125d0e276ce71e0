import type { DeliveryDay } from '@/domain/orders/order-types';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { statusLook } from '../order-labels';
import { plannedText } from '../orders/use-day-text';
import type { OrderLogEntry } from '../staff-order-types';

type DayPart = NonNullable<DeliveryDay['part']>;

/** Texts of actions by a person. */
const BY_PERSON: Record<string, MessageKey> = {
  confirm: 'office.log.confirm',
  prepare: 'office.log.prepare',
  dispatch: 'office.log.dispatch',
  fail_delivery: 'office.log.failDelivery',
  hand_over: 'office.log.handOver',
  mark_paid: 'office.log.markPaid',
  mark_refunded: 'office.log.markRefunded',
  cancel: 'office.log.cancel',
  undo: 'office.log.undo',
  assign: 'office.log.assign',
  unassign: 'office.log.unassign',
  note: 'office.log.note',
  change_details: 'office.log.changeDetails',
  change_lines: 'office.log.changeLines',
  change_delivery: 'office.log.changeDelivery',
  plan_delivery: 'office.log.planDelivery',
  take_order: 'office.log.takeOrder',
  accept_difference: 'office.log.acceptDifference',
  request_return: 'office.log.requestReturn',
  receive_return: 'office.log.receiveReturn',
  decline_return: 'office.log.declineReturn',
  refund_part: 'office.log.refundPart',
  correct: 'office.log.correct',
};
/** Texts of actions by the system or the command line. */
const BY_SYSTEM: Record<string, MessageKey> = {
  plan_delivery: 'office.log.deliveryPlanned',
  sold: 'office.log.sold',
  stock_lost: 'office.log.stockLost',
  paid: 'office.log.paid',
  payment_failed: 'office.log.paymentFailed',
  window_over: 'office.log.windowOver',
  refunded: 'office.log.refunded',
  refund_refused: 'office.log.refundRefused',
  cancel_by_customer: 'office.log.customerCancelled',
};

/** Text of a log entry of an order that had this delivery method then. */
export function logText(
  t: Translate,
  { action, by, to }: OrderLogEntry,
  method: 'delivery' | 'pickup',
): string {
  const personal = BY_PERSON[action];
  if (by && personal) return t(personal, { name: by.name });
  const own = BY_SYSTEM[action];
  if (own) return t(own);
  const state = t(statusLook(to, method).text);
  return t('office.log.system', { state });
}

const PLANNED = /^(\d{4}-\d\d-\d\d)(?: (morning|afternoon))?$/;

/** Note of a log entry; the days of a plan in the language of the back office. */
export function logNote(
  t: Translate,
  { action, note }: OrderLogEntry,
  language: 'la' | 'en',
): string {
  if (action !== 'plan_delivery') return `“${note}”`;
  const sides = note.split(' → ').map((side) => {
    const [, day, part] = PLANNED.exec(side) ?? [];
    if (!day) return side;
    return plannedText(t, { day, part: (part as DayPart | undefined) ?? null }, language);
  });
  return sides.join(' → ');
}

const FAILURES = [
  'fail_delivery',
  'cancel',
  'stock_lost',
  'payment_failed',
  'cancel_by_customer',
  'refund_refused',
];

/** Color of an entry's dot. */
export function logKind({ action, by }: OrderLogEntry): 'step' | 'failure' | undefined {
  if (FAILURES.includes(action)) return 'failure';
  return by && action !== 'note' ? 'step' : undefined;
}
