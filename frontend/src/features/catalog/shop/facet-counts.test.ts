import { expect, it } from 'vitest';
import { rankedByCount } from './facet-counts';

const choices = [
  { id: 1, product_count: 100 },
  { id: 2, product_count: 200 },
  { id: 3, product_count: 300 },
];
const counts = new Map([
  [1, 4],
  [3, 7],
]);

const count = ({ id }: { id: number }) => counts.get(id);

it('shows the counts in the order of the shop, without what has none', () => {
  expect(rankedByCount(choices, count, {}, { isRanked: false })).toEqual([
    { id: 1, product_count: 4 },
    { id: 3, product_count: 7 },
  ]);
});

it('shows those of a search the most first', () => {
  expect(rankedByCount(choices, count, {}, { isRanked: true }).map(({ id }) => id)).toEqual([3, 1]);
});

it('leaves the choices as they are without counts', () => {
  expect(rankedByCount(choices, () => undefined, undefined, { isRanked: true })).toBe(choices);
});
