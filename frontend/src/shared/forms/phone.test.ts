import { expect, it } from 'vitest';
import { latinDigits } from '@/shared/format/latin-digits';
import { formatPhone, isForeignPhone, parsePhone } from './phone';

it.each([
  ['020 5512 3456', '+8562055123456'],
  ['2055123456', '+8562055123456'],
  ['+856 20 5512 3456', '+8562055123456'],
  ['+856 (0)20 5512-3456', '+8562055123456'],
  ['00856 20.55.12.34.56', '+8562055123456'],
  ['8562055123456', '+8562055123456'],
  ['໐໒໐ ໕໕໑໒ ໓໔໕໖', '+8562055123456'],
  ['๐๒๐ ๕๕๑๒ ๓๔๕๖', '+8562055123456'],
  [' 030 512 3456 ', '+856305123456'],
  ['021 412 345', '+85621412345'],
  ['+85621412345', '+85621412345'],
  ['020\u20105512\u20133456', '+8562055123456'],
  ['\u2015020\u20115512\t3456', '+8562055123456'],
])('phone number %s is normalized to %s', (text, kept) => expect(parsePhone(text)).toBe(kept));

it.each([
  '',
  '+',
  '+856',
  '020 5512 345',
  '020 5512 34567',
  '5512 3456',
  '21412345',
  '022 412 345',
  '+66 81 234 5678',
  '020 5512 345x',
  '020+55123456',
  '030 5512 3456',
  '+856 00 2055123456',
  'a@b.la',
])('phone number %s is invalid', (text) => expect(parsePhone(text)).toBeNull());

it.each([
  ['+8562055123456', '020 5512 3456'],
  ['+856305123456', '030 512 3456'],
  ['+85621412345', '021 412 345'],
  ['໐໒໐໕໕໑໒໓໔໕໖', '020 5512 3456'],
  ['no number', 'no number'],
  ['', ''],
])('phone number %s is formatted as %s', (text, shown) => expect(formatPhone(text)).toBe(shown));

it('phone number in Lao or Thai digits is read', () =>
  expect(latinDigits('໑໒ ๓๔ 56')).toBe('12 34 56'));

it.each([
  ['+66 81 234 5678', true],
  ['0084 90 123 4567', true],
  ['\u202a+66812345678\u202c', true],
  ['+66\u201381\t234\u20145678', true],
  ['+856 20 5512 3456', false],
  ['00856 20 5512 3456', false],
  ['020 5512 3456', false],
  ['+', false],
])('phone number %j is of another country: %s', (text, isForeign) => {
  expect(isForeignPhone(text)).toBe(isForeign);
});
