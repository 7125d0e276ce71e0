import * as v from 'valibot';
import { authFetch } from '@/shared/api/auth';
import { messageKey } from '@/shared/forms/form-checks';

/** Maximum length, as the accounts service checks it. Messages are message keys. */
const MAX_PASSWORD_LENGTH = 128;
const MIN_PASSWORD_LENGTH = 8;

/** Schema of a new password. */
export const newPassword = v.pipe(
  v.string(),
  v.minLength(MIN_PASSWORD_LENGTH, messageKey('field.password')),
  v.maxLength(MAX_PASSWORD_LENGTH, messageKey('field.tooLong')),
);

export const passwordSchema = v.pipe(
  v.object({
    current: v.pipe(v.string(), v.nonEmpty(messageKey('field.passwordMissing'))),
    new: newPassword,
  }),
  v.forward(
    v.check((values) => values.new !== values.current, messageKey('field.samePassword')),
    ['new'],
  ),
);
export type PasswordValues = v.InferInput<typeof passwordSchema>;

/** Changes the password, which ends the sessions of all other devices. */
export const changePassword = (body: PasswordValues) =>
  authFetch('/api/auth/password', { method: 'POST', body });
