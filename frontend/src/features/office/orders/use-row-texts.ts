import { branchName } from '@/domain/orders/delivery-text';
import { dayAndTime } from '../office-dates';
import { isOpenStatus } from '../order-labels';
import type { StaffOrderSummary } from '../staff-order-types';
import { durationText, useOffice } from '../use-office-format';

/** Waiting time in ms after which an order is shown as late. */
const LATE_AFTER_MS = 24 * 60 * 60 * 1000;
const STAFF_STATUSES = ['placed', 'preparing', 'delivery_failed'];

/** Small texts of a row: destination, payment deadline, and time since the last status. */
export function useRowTexts(order: StaffOrderSummary, now: number) {
  const { t, code, language } = useOffice();
  const { delivery, status, pay_until: payUntil } = order;
  const isPickup = delivery.method === 'pickup';
  const branch = branchName(delivery, code);
  const left = Date.parse(payUntil ?? '') - now;
  const isAwaited = status === 'awaiting_payment' && left > 0;
  const age = now - Date.parse(order.status_since);
  return {
    where: isPickup
      ? t('office.pickupAt', { branch })
      : [delivery.village, delivery.district].filter(Boolean).join(', '),
    place: isPickup ? branch : [delivery.village, delivery.district].filter(Boolean).join(', '),
    whereMore: isPickup ? delivery.note || t('office.pickup') : (delivery.province ?? ''),
    payBy:
      isAwaited && payUntil
        ? t('office.until', { time: dayAndTime(payUntil, now, language) })
        : undefined,
    since: isAwaited ? t('office.left', { time: durationText(t, left) }) : durationText(t, age),
    isLate: STAFF_STATUSES.includes(status) && isOpenStatus(status) && age > LATE_AFTER_MS,
  };
}
