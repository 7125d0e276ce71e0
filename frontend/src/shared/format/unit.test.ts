import { expect, it } from 'vitest';
import { fileSize, unitOf } from './unit';

it.each([
  [1, 'sheet', 'sheet'],
  [60, 'sheet', 'sheets'],
  [0, 'piece', 'pieces'],
  [9, 'box', 'boxes'],
  [2, 'batch', 'batches'],
  [2, 'tray', 'trays'],
  [2, 'assembly', 'assemblies'],
  [2, 'leaf', 'leaves'],
  [2, 'paint can', 'paint cans'],
  [2, 'glass', 'glasses'],
  [2, 'pieces', 'pieces'],
  [2, 'pcs', 'pcs'],
  [2, 'kg', 'kg'],
  [2, 'sq m', 'sq m'],
  [2, 'm²', 'm²'],
  [2, 'ຖົງ', 'ຖົງ'],
  [2, '', ''],
])('quantity with unit: %d %s: %s', (count, unit, expected) => {
  expect(unitOf(count, unit)).toBe(expected);
});

it.each([
  [0, '1 kB'],
  [111_987, '112 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [1_440_000, '1.4 MB'],
])('file size of %i bytes is %s', (bytes, shown) => {
  expect(fileSize(bytes)).toBe(shown);
});
