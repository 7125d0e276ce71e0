import { formatPhone } from '@/shared/forms/phone';
import type { Profile } from './account-api';

type Confirming = Pick<Profile, 'phone' | 'email' | 'phone_verified' | 'email_verified'>;

/**
 * Recipient of a code that confirms a step of the customer, as the server chooses it: a verified number or address before an
 * unverified one, which may be another person's, and the number before the address. Empty if the shop reaches neither.
 */
export function confirmationRecipient(
  customer: Confirming,
  channels: { phone: boolean; email: boolean },
): string {
  const phone = channels.phone ? formatPhone(customer.phone) : '';
  const email = channels.email ? customer.email : '';
  const isOnlyEmailVerified = customer.email_verified && !customer.phone_verified;
  return isOnlyEmailVerified ? email || phone : phone || email;
}
