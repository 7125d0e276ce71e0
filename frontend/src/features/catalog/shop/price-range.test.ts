import { expect, it } from 'vitest';
import { priceText, readPriceRange } from './price-range';

it.each([
  ['', '', { min_price: undefined, max_price: undefined }],
  ['60,000', '', { min_price: 60_000, max_price: undefined }],
  ['60,000', '60,000', { min_price: 60_000, max_price: 60_000 }],
  ['₭ 50 000', '໖໐.໐໐໐', { min_price: 50_000, max_price: 60_000 }],
  ['1₭5', '', { error: 'digits', field: 'min' }],
  ['', '50.50', { error: 'digits', field: 'max' }],
  ['x', '', { error: 'digits', field: 'min' }],
  ['', 'x', { error: 'digits', field: 'max' }],
  ['280,000', '60,000', { error: 'order', field: 'max' }],
] as const)('price range %j to %j is parsed', (min, max, reading) => {
  expect(readPriceRange(min, max)).toEqual(reading);
});

it.each([
  [undefined, ''],
  [0, '0'],
  [60_000, '60,000'],
])('price %s is formatted as %j', (price, text) => {
  expect(priceText(price)).toBe(text);
});
