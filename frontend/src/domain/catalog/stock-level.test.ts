import { expect, it } from 'vitest';
import { stockLevel } from './stock-level';

it.each([
  [58000, 285, 'in'],
  [58000, 11, 'in'],
  [58000, 10, 'low'],
  [58000, 0, 'out'],
  [58000, null, 'not-for-sale'],
  [null, 5, 'not-for-sale'],
])('price %s with stock %s is %s', (price, stock, level) => {
  expect(stockLevel({ price, stock })).toBe(level);
});
