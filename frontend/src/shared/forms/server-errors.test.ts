import { expect, it } from 'vitest';
import { ApiError } from '@/shared/api/client';
import { fieldErrorsOf, fieldErrorText, fieldOf } from './server-errors';

const NAMES = ['phone', 'method', 'province', 'payment', 'points'];

it.each([
  ['phone', 'phone'],
  ['delivery.province', 'province'],
  ['delivery.method', 'method'],
  ['payment.method', 'payment'],
  ['items[0].quantity', undefined],
])('server field %s is the form field %s', (field, name) =>
  expect(fieldOf(field, NAMES)).toBe(name),
);

it('response with one error or several is read', () => {
  const errors = [{ field: 'fname', message: 'is missing' }];
  const one = new ApiError(400, 'invalid_argument', 'x', 'phone', undefined, {
    message: 'is wrong',
  });
  expect(fieldErrorsOf(one)).toEqual([{ field: 'phone', message: 'is wrong' }]);
  expect(
    fieldErrorsOf(new ApiError(400, 'invalid_argument', 'x', 'fname', undefined, { errors })),
  ).toEqual(errors);
  expect(fieldErrorsOf(new ApiError(500, 'internal', 'x'))).toEqual([]);
  expect(fieldErrorsOf(new Error('x'))).toEqual([]);
});

it('taken value has its own error text', () => {
  expect(fieldErrorText('phone', 'taken')).toBe('field.phoneTaken');
  expect(fieldErrorText('phone', undefined)).toBe('field.phone');
  expect(fieldErrorText('other', undefined)).toBeUndefined();
});

it('invalid name has an error text that says what a name must not have', () => {
  for (const field of ['fname', 'lname', 'name', 'receiver']) {
    expect(fieldErrorText(field, 'invalid')).toBe('field.name');
  }
  expect(fieldErrorText('fname', 'required')).toBe('field.fname');
});
