import { expect, it } from 'vitest';
import { counted } from './counted';

const choices = [
  { id: 1, product_count: 100 },
  { id: 2, product_count: 200 },
  { id: 3, product_count: 300 },
];
const counts = new Map([
  [1, 4],
  [3, 7],
]);

it('shows the counts of a search, the most first, without what has no hit', () => {
  expect(counted(choices, ({ id }) => counts.get(id), {})).toEqual([
    { id: 3, product_count: 7 },
    { id: 1, product_count: 4 },
  ]);
});

it('leaves the choices as they are without a search', () => {
  expect(counted(choices, () => undefined, undefined)).toBe(choices);
});
