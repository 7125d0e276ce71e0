import { expect, it } from 'vitest';
import { hoverDelay, PASS, REST } from './hover-delay';

it.each([
  ['straight down', { x: 0, y: 9 }, 1, REST],
  ['straight aside', { x: 9, y: 0 }, 1, PASS],
  ['diagonally aside', { x: 5, y: 9 }, 1, PASS],
  ['steeply down', { x: 2, y: 9 }, 1, REST],
  ['diagonally up and aside', { x: 6, y: -6 }, 1, PASS],
  ['away from the next column', { x: -9, y: 3 }, 1, REST],
  ['aside in a page from right to left', { x: -9, y: 3 }, -1, PASS],
  ['not at all', { x: 0, y: 0 }, 1, REST],
] as const)('%s', (_name, to, side, delay) => {
  expect(hoverDelay({ x: 0, y: 0 }, to, side)).toBe(delay);
});
