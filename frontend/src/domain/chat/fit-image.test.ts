import { expect, it } from 'vitest';
import { scaleFor } from './fit-image';

it.each([
  [4096, 4096, null],
  [4097, 4096, 2048 / 4097],
  [8064, 6048, 2048 / 8064],
  [1200, 60_000, 2048 / 60_000],
  [0, 0, null],
])('image of %i by %i pixels is scaled by %s', (width, height, factor) => {
  expect(scaleFor(width, height)).toBe(factor);
});
