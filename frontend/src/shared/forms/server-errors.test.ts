import { expect, it } from 'vitest';
import { ApiError } from '@/shared/api/client';
import { faultsOf, faultText, fieldOf } from './server-errors';

const NAMES = ['phone', 'method', 'province', 'payment', 'points'];

it.each([
  ['phone', 'phone'],
  ['delivery.province', 'province'],
  ['delivery.method', 'method'],
  ['payment.method', 'payment'],
  ['items[0].quantity', undefined],
])('%s is the field %s', (field, name) => expect(fieldOf(field, NAMES)).toBe(name));

it('reads one fault or several', () => {
  const errors = [{ field: 'fname', message: 'is missing' }];
  const one = new ApiError(400, 'invalid_argument', 'x', 'phone', undefined, {
    message: 'is wrong',
  });
  expect(faultsOf(one)).toEqual([{ field: 'phone', message: 'is wrong' }]);
  expect(
    faultsOf(new ApiError(400, 'invalid_argument', 'x', 'fname', undefined, { errors })),
  ).toEqual(errors);
  expect(faultsOf(new ApiError(500, 'internal', 'x'))).toEqual([]);
  expect(faultsOf(new Error('x'))).toEqual([]);
});

it('says what is taken', () => {
  expect(faultText('phone', 'taken')).toBe('field.phoneTaken');
  expect(faultText('phone', undefined)).toBe('field.phone');
  expect(faultText('other', undefined)).toBeUndefined();
});
