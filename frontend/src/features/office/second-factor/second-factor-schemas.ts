import * as v from 'valibot';
import { messageKey, requiredText } from '@/shared/forms/form-checks';

const MAX_CODE_LENGTH = 100;
const MAX_PASSWORD_LENGTH = 128;

export const codeSchema = v.object({
  code: requiredText('office.factor.codeMissing', MAX_CODE_LENGTH),
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
