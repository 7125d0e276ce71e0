import { describe, expect, it } from 'vitest';
import { discountPercent, formatKip, formatNumber, formatPercent, isCut } from './kip';

describe('formatKip', () => {
  it.each([
    [58000, '₭58,000.00'],
    [0, '₭0.00'],
    [999, '₭999.00'],
    [1000, '₭1,000.00'],
    [1234567890, '₭1,234,567,890.00'],
    ['58000', '₭58,000.00'],
    [-1500, '₭−1,500.00'],
    [null, 'Invalid price'],
    [undefined, 'Invalid price'],
    ['', 'Invalid price'],
    ['abc', 'Invalid price'],
    [Number.NaN, 'Invalid price'],
    [{}, 'Invalid price'],
  ])('%s → %s', (value, text) => {
    expect(formatKip(value)).toBe(text);
  });

  it('uses the given number of decimals', () => {
    expect(formatKip(58000, 0)).toBe('₭58,000');
  });
});

it.each([
  [7, '7'],
  [1840, '1,840'],
  [-12, '−12'],
])('formatNumber %s → %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

it.each([
  ['a third off', 4650000, 6643000, 30],
  ['nothing off', 58000, 58000, 0],
  ['dearer than before', 60000, 58000, 0],
  ['no price', null, 58000, 0],
  ['no original', 58000, null, 0],
  ['rounds half up', 875, 1000, 13],
  ['a half that binary fractions miss', 183000, 200000, 9],
  ['less than half a percent', 2990000, 3000000, 0],
  ['half a percent', 2985000, 3000000, 1],
  ['a gift', 0, 3000, 100],
])('discountPercent: %s', (_name, price, original, percent) => {
  expect(discountPercent(price, original)).toBe(percent);
});

it.each([
  ['by a third', 4650000, 6643000, true],
  ['by less than half a percent', 2990000, 3000000, true],
  ['not', 58000, 58000, false],
  ['raised', 60000, 58000, false],
  ['no price', null, 58000, false],
  ['no original', 58000, null, false],
])('isCut: %s', (_name, price, original, expected) => {
  expect(isCut(price, original)).toBe(expected);
});

it('formatPercent has no space before the sign', () => expect(formatPercent(30)).toBe('30%'));
