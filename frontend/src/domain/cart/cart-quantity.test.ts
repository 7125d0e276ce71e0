import { expect, it } from 'vitest';
import { clampQuantity, maxQuantity, typedQuantity } from './cart-quantity';

it.each([
  [12, 12],
  [0, 99],
  [null, 99],
])('maxQuantity of stock %s is %s', (stock, max) => {
  expect(maxQuantity(stock)).toBe(max);
});

it('quantity with unknown stock has the limit of an order', () => {
  expect([null, 0, 5].map((stock) => maxQuantity(stock, 999_999))).toEqual([999_999, 999_999, 5]);
});

it.each([
  ['', undefined],
  ['0', undefined],
  ['abc', null],
  ['7', 7],
  ['1a2', null],
  ['1.5', null],
  ['500', 99],
])('typedQuantity %s → %s', (text, quantity) => {
  expect(typedQuantity(text, 99)).toBe(quantity);
});

it.each([
  [0, 1],
  [-3, 1],
  [5, 5],
  [100, 99],
  [Number.NaN, 1],
])('clampQuantity %s → %s', (value, quantity) => {
  expect(clampQuantity(value, 99)).toBe(quantity);
});
