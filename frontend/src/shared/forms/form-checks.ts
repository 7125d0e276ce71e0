import * as v from 'valibot';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { cleanPasted, cleanPhone } from './clean-pasted';
import { isForeignPhone, parsePhone } from './phone';

/** Maximum lengths, as the accounts service checks them. Messages are message keys. */
const MAX_LENGTH = { name: 80, email: 254 };
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export const isEmail = (text: string) => EMAIL.test(text);

export const messageKey = (key: MessageKey) => key;

/** Schema of a required text, trimmed. */
export const requiredText = (missing: MessageKey, longest = MAX_LENGTH.name) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(missing),
    v.maxLength(longest, messageKey('field.tooLong')),
  );

/** Schema of an optional phone number of Laos. */
export const phone = v.pipe(
  v.string(),
  v.transform(cleanPhone),
  v.check((text) => !isForeignPhone(text), messageKey('field.foreignPhone')),
  v.check((text) => text === '' || parsePhone(text) !== null, messageKey('field.phone')),
);

/** Schema of an optional e-mail address. */
export const email = v.pipe(
  v.string(),
  v.transform(cleanPasted),
  v.maxLength(MAX_LENGTH.email, messageKey('field.tooLong')),
  v.check((text) => text === '' || isEmail(text), messageKey('field.email')),
);

export const isReachable = (person: { phone: string; email: string }): boolean =>
  person.phone !== '' || person.email !== '';
