import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { kipText } from '../OfficeKip';
import { blockedText, effectTexts } from '../order-effects';
import { isOpenStatus } from '../order-labels';
import type { OrderAction, OrderActionName, StaffOrder } from '../staff-order-types';

/** Expected and received money of an order that the staff have to match. */
export type TransferMatch = {
  /** `waiting`: no transfer has been recorded; `underpaid` and `overpaid`: another amount was received. */
  kind: 'waiting' | 'underpaid' | 'overpaid';
  expected: number;
  /** Kip that count towards the price: what was received, less what was refunded. */
  received: number;
  /** `received` minus `expected`. */
  difference: number;
};

/** Choice of the staff for a mismatch. `ask` offers the chat with the customer, and the action that records the rest if there is one. */
export type MatchChoice = {
  name: 'pay' | 'ask' | 'accept' | 'refund';
  title: string;
  note: string;
  /** The action that carries out the choice, if it has one. */
  action: OrderAction | undefined;
  /** Label of its button. */
  label: MessageKey;
  isAllowed: boolean;
  /** Whether a link to the customer's chat belongs to the choice. */
  hasChat: boolean;
};

/** Amounts that have to be matched; undefined if nothing is open. */
export function transferMatch(order: StaffOrder): TransferMatch | undefined {
  const { payment, totals, waived, status } = order;
  const expected = totals.total - waived;
  const match = (kind: TransferMatch['kind'], difference: number): TransferMatch => ({
    kind,
    expected,
    received: expected + difference,
    difference,
  });
  if (payment.status === 'underpaid') return match('underpaid', -order.unpaid);
  if (payment.status === 'overpaid') return match('overpaid', order.excess);
  const isAwaited = payment.status === 'pending' || payment.status === 'due';
  if (payment.method === 'transfer' && isAwaited && isOpenStatus(status))
    return match('waiting', -order.unpaid);
  return undefined;
}

/**
 * The choices for `match`, the usual one first. A choice whose action is not possible now has the
 * reason.
 */
export function matchChoices(t: Translate, order: StaffOrder, match: TransferMatch): MatchChoice[] {
  const find = (name: OrderActionName) => order.actions.find(({ action }) => action === name);
  const of = (
    name: MatchChoice['name'],
    action: OrderAction | undefined,
    texts: Pick<MatchChoice, 'title' | 'label'> & { notes?: string[] },
  ): MatchChoice[] => {
    if (!action) return [];
    const { title, label, notes = [] } = texts;
    const { allowed, blocked_reason } = action;
    const note = allowed
      ? [...notes, ...effectTexts(t, order, action)].join(' ')
      : blockedText(t, blocked_reason);
    return [{ name, title, note, action, label, isAllowed: allowed, hasChat: false }];
  };
  const amount = kipText(Math.abs(match.difference));
  const cancel = find('cancel');
  const refund = cancel?.effects.refund ?? 0;
  const refusal = of('refund', cancel, {
    title:
      refund > 0
        ? t('office.match.refundAll', { amount: kipText(refund) })
        : t('office.match.cancel'),
    label: 'office.action.cancel',
  });
  if (match.kind === 'underpaid') {
    return [
      askForRest(t, order, amount, find('mark_paid')),
      ...of('accept', find('accept_difference'), {
        title: t('office.match.writeOff', { amount }),
        label: 'office.action.writeOff',
        notes: [t('office.match.writeOffNote', { amount }), t('office.effect.reason')],
      }),
      ...refusal,
    ];
  }
  if (match.kind === 'overpaid') {
    return [
      ...of('accept', find('accept_difference'), {
        title: t('office.match.refundExcess', { amount }),
        label: 'office.action.refundExcess',
      }),
      question(t('office.match.remind'), t('office.match.stays')),
      ...refusal,
    ];
  }
  return [
    ...of('pay', find('mark_paid'), {
      title: t('office.match.arrived'),
      label: 'office.action.markPaid',
      notes: [t('office.match.arrivedNote')],
    }),
    question(t('office.match.remind'), t('office.match.waits')),
    ...refusal,
  ];
}

/** A choice that only writes to the customer. */
const question = (title: string, note: string): MatchChoice => ({
  name: 'ask',
  title,
  note,
  action: undefined,
  label: 'office.match.write',
  isAllowed: true,
  hasChat: true,
});

/** The order waits for the rest, which is recorded when it arrives. */
function askForRest(
  t: Translate,
  order: StaffOrder,
  amount: string,
  paid: OrderAction | undefined,
): MatchChoice {
  const action = paid?.allowed ? paid : undefined;
  const effects = action ? effectTexts(t, order, action).join(' ') : '';
  const notes = [t('office.match.askNote')];
  if (effects) notes.push(t('office.match.whenPaid', { effects }));
  return {
    ...question(t('office.match.ask', { amount }), notes.join(' ')),
    action,
    label: 'office.action.receiveRest',
  };
}
