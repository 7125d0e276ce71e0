import { cleanPhone } from '@/shared/forms/clean-pasted';
import { isForeignPhone, parsePhone } from '@/shared/forms/phone';
import type { MessageKey } from '@/shared/i18n/load-messages';

/** Message key of a number that the server would refuse: one of another country, or no phone number. */
export function phoneError(text: string): MessageKey | undefined {
  if (parsePhone(text) !== null) return undefined;
  return isForeignPhone(text) ? 'office.details.phoneForeign' : 'office.details.phoneWrong';
}

/** Removes invisible characters from a typed or pasted number. */
export const sentPhone = cleanPhone;
