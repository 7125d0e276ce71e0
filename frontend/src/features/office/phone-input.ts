import { cleanPhone } from '@/shared/forms/clean-pasted';
import { isForeignPhone, parsePhone } from '@/shared/forms/phone';
import type { MessageKey } from '@/shared/i18n/load-messages';

/** What the shop would refuse of a typed number: one of another country, or none at all. */
export function phoneFault(text: string): MessageKey | undefined {
  if (parsePhone(text) !== null) return undefined;
  return isForeignPhone(text) ? 'office.details.phoneForeign' : 'office.details.phoneWrong';
}

/** A typed or pasted number as it is sent, without what cannot be seen. */
export const sentPhone = cleanPhone;
