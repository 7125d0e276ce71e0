import { expect, it } from 'vitest';
import { isNearBottom } from './near-bottom';

it.each([
  ['at the top of a long column', 0, 600, 1400, false],
  ['201 px left', 599, 600, 1400, false],
  ['200 px left', 600, 600, 1400, true],
  ['at the bottom', 800, 600, 1400, true],
  ['pulled beyond the bottom', 830, 600, 1400, true],
  ['shorter than its box', 0, 600, 300, true],
  ['hidden', 0, 0, 0, false],
])('near bottom: %s', (_name, scrollTop, clientHeight, scrollHeight, expected) => {
  expect(isNearBottom({ scrollTop, clientHeight, scrollHeight })).toBe(expected);
});
