import { expect, it } from 'vitest';
import { priceText, readPrice, readPriceRange } from './price-range';

it.each([
  ['', undefined],
  ['  ', undefined],
  ['50000', 50_000],
  ['50,000', 50_000],
  ['50.000', 50_000],
  ['₭ 50 000', 50_000],
  ['໕໐.໐໐໐', 50_000],
  ['0', 0],
  ['50.50', null],
  ['50,00', null],
  ['-5', null],
  ['5k', null],
  ['ຫ້າພັນ', null],
  ['1234567890123456', null],
])('price %j is parsed as %s', (text, price) => {
  expect(readPrice(text)).toBe(price);
});

it.each([
  ['', '', { min_price: undefined, max_price: undefined }],
  ['60,000', '', { min_price: 60_000, max_price: undefined }],
  ['60,000', '60,000', { min_price: 60_000, max_price: 60_000 }],
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
