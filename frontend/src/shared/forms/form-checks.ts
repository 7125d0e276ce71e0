import * as v from 'valibot';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { parsePhone } from './phone';

/** What forms ask of people, by the limits of the accounts service; messages are text keys. */
const LONGEST = { name: 80, email: 254 };
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export const says = (key: MessageKey) => key;

/** A text that must be there, after trimming. */
export const filled = (missing: MessageKey, longest = LONGEST.name) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(missing), v.maxLength(longest, says('field.tooLong')));

/** A number of Laos, or nothing. */
export const phone = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text === '' || parsePhone(text) !== null, says('field.phone')),
);

/** An address, or nothing. */
export const email = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(LONGEST.email, says('field.tooLong')),
  v.check((text) => text === '' || EMAIL.test(text), says('field.email')),
);

export const isReachable = (person: { phone: string; email: string }): boolean =>
  person.phone !== '' || person.email !== '';
