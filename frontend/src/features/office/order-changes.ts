import { addressLine } from '@/domain/orders/delivery-text';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { kipText } from './OfficeKip';
import { paymentLook, statusLook } from './order-labels';
import type { StaffOrder } from './staff-order-types';

export type OrderChange = { label: MessageKey; before: string; after: string };

type Reader = [label: MessageKey, read: (order: StaffOrder, t: Translate) => string];

const FIELDS: Reader[] = [
  [
    'office.column.status',
    ({ status, delivery }, t) => t(statusLook(status, delivery.method).text),
  ],
  ['office.column.payment', ({ payment }, t) => t(paymentLook(payment).text)],
  ['office.column.assignee', ({ assignee }, t) => assignee?.name ?? t('office.unassigned')],
  ['office.phone', ({ phone }) => phone],
  ['office.column.delivery', ({ delivery }) => deliveryText(delivery)],
  ['office.column.total', ({ totals }) => kipText(totals.total)],
  ['office.refundAmount', ({ refund }) => kipText(refund)],
];

const deliveryText = (delivery: StaffOrder['delivery']) =>
  delivery.method === 'pickup'
    ? `${delivery.branch_name_la ?? ''} ${delivery.note ?? ''}`.trim()
    : `${addressLine(delivery)} ${delivery.note ?? ''}`.trim();

/** Differences between two versions of an order, field by field, as texts of the page. */
export function orderChanges(before: StaffOrder, after: StaffOrder, t: Translate): OrderChange[] {
  const changes = FIELDS.map(([label, read]) => ({
    label,
    before: read(before, t),
    after: read(after, t),
  })).filter((change) => change.before !== change.after);
  const known = new Set(before.log.map(({ at, action }) => `${at} ${action}`));
  const note = after.log.find((entry) => entry.action === 'note' && !known.has(`${entry.at} note`));
  if (note?.note) changes.push({ label: 'office.note', before: '—', after: note.note });
  return changes;
}

/** Person who made the newest change; undefined for the system. */
export const changedBy = ({ log }: StaffOrder): string | undefined => log[0]?.by?.name;
