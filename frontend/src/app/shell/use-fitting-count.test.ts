import { expect, it } from 'vitest';
import { fittingCount } from './use-fitting-count';

it.each([
  ['all fit', [100, 100, 100], 300, 3],
  ['keeps room for the more button', [100, 100, 100], 299, 1],
  ['none fits', [100, 100, 100], 150, 0],
  ['not laid out yet', [0, 0, 0], 0, 3],
])('fitting count: %s', (_name, widths, available, count) => {
  expect(fittingCount(widths, available)).toBe(count);
});
