import type { MessageKey } from '@/shared/i18n/load-messages';
import type { OrderCorrection } from '../staff-order-types';

/** Bookings that a manager takes back. */
export const CORRECTION_TEXTS: Record<OrderCorrection['booking'], MessageKey> = {
  payment: 'office.correct.payment',
  refund: 'office.correct.refund',
  write_off: 'office.correct.writeOff',
  goodwill: 'office.correct.goodwill',
  hand_over: 'office.correct.handOver',
  return: 'office.correct.return',
};
