import * as v from 'valibot';
import { expect, it } from 'vitest';
import { passwordSchema } from './password-change';

const messages = (values: { current: string; new: string }) =>
  v.safeParse(passwordSchema, values).issues?.map(({ message }) => message) ?? [];

it('new password that equals the old one is refused', () => {
  expect(messages({ current: 'old password', new: 'new password' })).toEqual([]);
  expect(messages({ current: 'old password', new: 'old password' })).toEqual([
    'field.samePassword',
  ]);
});

it('new password of seven characters is refused', () => {
  expect(messages({ current: 'old password', new: '1234567' })).toEqual(['field.password']);
});
