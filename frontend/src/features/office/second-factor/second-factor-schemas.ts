import * as v from 'valibot';
import { cleanPhone } from '@/shared/forms/clean-pasted';
import { messageKey, requiredText } from '@/shared/forms/form-checks';

const MAX_CODE_LENGTH = 100;
const MAX_PASSWORD_LENGTH = 128;

/** Code of the authenticator app, in digits of any script, or a recovery code. */
export const codeSchema = v.object({
  code: v.pipe(
    v.string(),
    v.transform(cleanPhone),
    requiredText('office.factor.codeMissing', MAX_CODE_LENGTH),
  ),
});
export type CodeValues = v.InferInput<typeof codeSchema>;

export const currentPasswordSchema = v.object({
  current_password: v.pipe(
    v.string(),
    v.nonEmpty(messageKey('field.passwordMissing')),
    v.maxLength(MAX_PASSWORD_LENGTH, messageKey('field.tooLong')),
  ),
});
export type CurrentPasswordValues = v.InferInput<typeof currentPasswordSchema>;
