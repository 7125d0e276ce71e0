import { expect, it } from 'vitest';
import { DIAGONAL_DELAY_MS, HOVER_DELAY_MS, hoverDelay } from './hover-delay';

it.each([
  ['straight down', { x: 0, y: 9 }, 1, HOVER_DELAY_MS],
  ['straight aside', { x: 9, y: 0 }, 1, DIAGONAL_DELAY_MS],
  ['diagonally aside', { x: 5, y: 9 }, 1, DIAGONAL_DELAY_MS],
  ['steeply down', { x: 2, y: 9 }, 1, HOVER_DELAY_MS],
  ['diagonally up and aside', { x: 6, y: -6 }, 1, DIAGONAL_DELAY_MS],
  ['away from the next column', { x: -9, y: 3 }, 1, HOVER_DELAY_MS],
  ['aside in a page from right to left', { x: -9, y: 3 }, -1, DIAGONAL_DELAY_MS],
  ['not at all', { x: 0, y: 0 }, 1, HOVER_DELAY_MS],
] as const)('hover delay: %s', (_name, to, side, delay) => {
  expect(hoverDelay({ x: 0, y: 0 }, to, side)).toBe(delay);
});
