import * as v from 'valibot';
import { newPassword } from '@/domain/session/password-change';
import { cleanPhone } from '@/shared/forms/clean-pasted';
import {
  email,
  isEmail,
  isReachable,
  messageKey,
  phone,
  requiredText,
} from '@/shared/forms/form-checks';
import { isForeignPhone, parsePhone } from '@/shared/forms/phone';

const PERSON = {
  fname: requiredText('field.fname'),
  lname: requiredText('field.lname'),
  phone,
  email,
};

export const registerSchema = v.pipe(
  v.object({ ...PERSON, password: newPassword }),
  v.forward(
    v.check((person) => isReachable(person), messageKey('field.phoneOrEmail')),
    ['phone'],
  ),
);
export type RegisterValues = v.InferInput<typeof registerSchema>;

type Identifiers = { phone: string; email: string };

/** Whether the phone number or e-mail address for signing in changes. */
export const changesIdentifier = (before: Identifiers, after: Identifiers) =>
  before.phone.replace(/\s/g, '') !== after.phone.replace(/\s/g, '') ||
  before.email !== after.email.trim().toLowerCase();

/** One-time code: six digits of any script, with optional spaces or hyphens. */
const CODE = /^(?:\d[\s-]?){6}$/;
/** Code that the server requires in some cases, and then reports as missing. */
const optionalCode = v.pipe(v.string(), v.transform(cleanPhone));
const code = v.pipe(optionalCode, v.regex(CODE, messageKey('login.codeMissing')));

/** The profile form. A phone number or e-mail address other than `before` needs the current password, or a code. */
export const profileSchema = (before: Identifiers, isByCode = false) =>
  v.pipe(
    v.object({
      ...PERSON,
      current_password: v.string(),
      current_code: optionalCode,
      phone_code: optionalCode,
      email_code: optionalCode,
    }),
    v.forward(
      v.check((person) => isReachable(person), messageKey('field.phoneOrEmail')),
      ['phone'],
    ),
    v.forward(
      v.check(
        (person) =>
          isByCode || person.current_password !== '' || !changesIdentifier(before, person),
        messageKey('field.passwordMissing'),
      ),
      ['current_password'],
    ),
  );
export type ProfileValues = v.InferInput<ReturnType<typeof profileSchema>>;

/** Whether an identifier is meant as an e-mail address: a phone number has no letters. */
const looksLikeEmail = (text: string) => /[@\p{L}]/u.test(text);

const identifier = v.pipe(
  v.string(),
  v.transform(cleanPhone),
  v.nonEmpty(messageKey('field.identifier')),
  v.check((text) => !isForeignPhone(text), messageKey('field.foreignPhone')),
  v.check(
    (text) =>
      text === '' || looksLikeEmail(text) || isForeignPhone(text) || parsePhone(text) !== null,
    messageKey('field.phone'),
  ),
  v.check((text) => !looksLikeEmail(text) || isEmail(text), messageKey('field.email')),
);

export const loginSchema = v.object({
  identifier,
  password: v.pipe(v.string(), v.nonEmpty(messageKey('field.passwordMissing'))),
});
export type LoginValues = v.InferInput<typeof loginSchema>;

export const identifierSchema = v.object({ identifier });
export type IdentifierValues = v.InferInput<typeof identifierSchema>;

export const codeSchema = v.object({ code });
export type CodeValues = v.InferInput<typeof codeSchema>;

const existingPassword = v.pipe(v.string(), v.nonEmpty(messageKey('field.passwordMissing')));
export const unverifiedSchema = v.object({ account_password: existingPassword });
export type UnverifiedValues = v.InferInput<typeof unverifiedSchema>;
export const closeByCodeSchema = v.object({ code, current_password: v.string() });
export const closeByPasswordSchema = v.object({
  code: v.string(),
  current_password: existingPassword,
});
export type CloseByCodeValues = v.InferInput<typeof closeByCodeSchema>;

export const resetSchema = v.object({
  identifier,
  code,
  password: newPassword,
});
export type ResetValues = v.InferInput<typeof resetSchema>;
