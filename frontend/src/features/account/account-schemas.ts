import * as v from 'valibot';
import { email, filled, isReachable, phone, says } from '@/shared/forms/form-checks';

/** The limits of the accounts service; messages are text keys. */
const LONGEST_PASSWORD = 128;
const SHORTEST_PASSWORD = 8;

const newPassword = v.pipe(
  v.string(),
  v.minLength(SHORTEST_PASSWORD, says('field.password')),
  v.maxLength(LONGEST_PASSWORD, says('field.tooLong')),
);

const PERSON = { fname: filled('field.fname'), lname: filled('field.lname'), phone, email };

export const registerSchema = v.pipe(
  v.object({ ...PERSON, password: newPassword }),
  v.forward(
    v.check((person) => isReachable(person), says('field.phoneOrEmail')),
    ['phone'],
  ),
);
export type RegisterValues = v.InferInput<typeof registerSchema>;

export const profileSchema = v.pipe(
  v.object(PERSON),
  v.forward(
    v.check((person) => isReachable(person), says('field.phoneOrEmail')),
    ['phone'],
  ),
);
export type ProfileValues = v.InferInput<typeof profileSchema>;

export const loginSchema = v.object({
  identifier: v.pipe(v.string(), v.trim(), v.nonEmpty(says('field.identifier'))),
  password: v.pipe(v.string(), v.nonEmpty(says('field.passwordMissing'))),
});
export type LoginValues = v.InferInput<typeof loginSchema>;

export const passwordSchema = v.pipe(
  v.object({
    current: v.pipe(v.string(), v.nonEmpty(says('field.passwordMissing'))),
    new: newPassword,
  }),
  v.forward(
    v.check((values) => values.new !== values.current, says('field.samePassword')),
    ['new'],
  ),
);
export type PasswordValues = v.InferInput<typeof passwordSchema>;
