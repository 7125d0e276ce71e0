import { expect, it } from 'vitest';
import { priceEffect } from './price-effect';

it.each([
  [58_000, 0, 'free'],
  [null, 0, 'free'],
  [58_000, null, 'removed'],
  [0, null, 'removed'],
  [58_000, 28_999, 'halved'],
  [58_000, 29_000, undefined],
  [58_000, 60_000, undefined],
  [0, 0, undefined],
  [null, null, undefined],
  [null, 100, undefined],
])('price that changes from %s to %s is %s', (before, after, effect) => {
  expect(priceEffect(before, after)).toBe(effect);
});
