import { afterEach, expect, it } from 'vitest';
import { formatKip, formatNumber, formatPercent, splitDecimals } from './kip';
import { setFormats } from './page-formats';
import { formatDay } from './shop-clock';
import { formatsOf } from './unrouted-formats';

afterEach(() => setFormats(undefined));

/** Replaces all kinds of spaces by plain ones and removes direction marks. */
const plain = (text: string) => text.replace(/\s/g, ' ').replace(/[\u200e\u200f\u061c]/g, '');

it.each([
  ['de', '₭1.234.567,00', '10 %', '21. November 2026'],
  ['fr', '₭1 234 567,00', '10 %', '21 novembre 2026'],
  ['tr', '₭1.234.567,00', '%10', '21 Kasım 2026'],
  ['ru', '₭1 234 567,00', '10 %', '21 ноября 2026 г.'],
  ['ja', '₭1,234,567.00', '10%', '2026年11月21日'],
  ['ko', '₭1,234,567.00', '10%', '2026년 11월 21일'],
  ['ar', '₭1,234,567.00', '10%', '21 نوفمبر 2026'],
  ['km', '₭1,234,567.00', '10%', '21 វិច្ឆិកា 2026'],
])('numbers and dates are formatted for %s', (tag, kip, percent, day) => {
  setFormats(formatsOf(tag));
  expect(plain(formatKip(1234567))).toBe(kip);
  expect(plain(formatPercent(10))).toBe(percent);
  expect(plain(formatDay('2026-11-21', 'en'))).toBe(day);
});

it('number of four digits has a group separator', () => {
  setFormats(formatsOf('es'));
  expect(formatNumber(1840)).toBe('1.840');
});

it('price is split at the decimal sign of the language', () => {
  setFormats(formatsOf('de'));
  expect(splitDecimals(58000)).toEqual(['58.000', ',00']);
  setFormats(undefined);
  expect(splitDecimals(58000)).toEqual(['58,000', '.00']);
});

it('negative number keeps the minus sign of the shop', () => {
  setFormats(formatsOf('ar'));
  expect(formatNumber(-12)).toBe('−12');
});
