import { formatPhone } from '@/shared/forms/phone';
import type { Translate } from '@/shared/i18n/load-messages';
import type { StaffOrder } from './staff-order-types';

/** Receiver of an order or the person who picks it up, with the phone number: `Receiver: Kham, 020 5599 9999`. */
export function receiverText(
  t: Translate,
  {
    delivery,
    receiver,
    customer_name,
    phone,
  }: Pick<StaffOrder, 'delivery' | 'receiver' | 'customer_name' | 'phone'>,
): string {
  const label = t(delivery.method === 'pickup' ? 'address.collector' : 'address.receiver');
  const name = receiver?.name || customer_name;
  return `${label}: ${[name, formatPhone(phone)].filter(Boolean).join(', ')}`;
}
