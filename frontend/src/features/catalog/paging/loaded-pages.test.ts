import { describe, expect, it } from 'vitest';
import type { Product } from '@/shared/api/types';
import { isComplete, productsOf } from './loaded-pages';

const page = (ids: number[], total: number | undefined) => ({
  data: ids.map((pro_id) => ({ pro_id }) as Product),
  total: total as number,
});

describe('isComplete', () => {
  it.each([
    ['nothing loaded yet', [], false],
    ['more to come', [page([1, 2], 3)], false],
    ['as many as there are', [page([1, 2], 3), page([3], 3)], true],
    ['an empty page', [page([1, 2], 9), page([], 9)], true],
    ['an empty list', [page([], 0)], true],
    ['a shop that does not count ends on the empty page', [page([1], undefined)], false],
    ['… which then ends it', [page([1], undefined), page([], undefined)], true],
  ])('%s', (_name, pages, expected) => {
    expect(isComplete(pages)).toBe(expected);
  });
});

it('products before the first loaded page are counted', () => {
  expect(isComplete([page([11, 12], 12)], 10)).toBe(true);
  expect(isComplete([page([11, 12], 13)], 10)).toBe(false);
});

it('product that moved to the next page is shown once', () => {
  const products = productsOf([page([1, 2], 4), page([2, 3], 4)]);
  expect(products.map(({ pro_id }) => pro_id)).toEqual([1, 2, 3]);
});
