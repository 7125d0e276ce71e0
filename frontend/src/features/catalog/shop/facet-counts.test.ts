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

it('facets keep the configured order, without empty ones', () => {
  expect(rankedByCount(choices, count, {}, { isRanked: false })).toEqual([
    { id: 1, product_count: 4 },
    { id: 3, product_count: 7 },
  ]);
});

it('facets of a search are ordered by count', () => {
  expect(rankedByCount(choices, count, {}, { isRanked: true }).map(({ id }) => id)).toEqual([3, 1]);
});

it('facets without counts stay as they are', () => {
  expect(rankedByCount(choices, () => undefined, undefined, { isRanked: true })).toBe(choices);
});
