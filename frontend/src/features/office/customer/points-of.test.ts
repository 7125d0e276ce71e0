import { expect, it } from 'vitest';
import { pointsOf } from './points-of';

it.each([
  ['50', 50],
  [' +1,200 ', 1200],
  ['−50', -50],
  ['-໑໒', -12],
  ['๕๐', 50],
  ['１,２００', 1200],
  ['1000000', 1_000_000],
])('points of %s are read', (text, points) => {
  expect(pointsOf(text)).toBe(points);
});

it.each(['', '0', '-0', '1.5', '5x', '--5', '1000001', '99999999', '1,2', '12,00', '1 5', '5 0'])(
  'points of %s are refused',
  (text) => {
    expect(pointsOf(text)).toBeUndefined();
  },
);
