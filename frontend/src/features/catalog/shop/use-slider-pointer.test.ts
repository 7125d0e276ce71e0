import { expect, it } from 'vitest';
import { nearest } from './use-slider-pointer';

it.each([
  [0, 2, 8, 'min'],
  [4.9, 2, 8, 'min'],
  [5.1, 2, 8, 'max'],
  [10, 2, 8, 'max'],
  [3, 4, 4, 'min'],
  [5, 4, 4, 'max'],
  [4.2, 4, 4, undefined],
])('a press at %s among %s and %s takes %s', (place, low, high, bound) => {
  expect(nearest(place, low, high)).toBe(bound);
});
