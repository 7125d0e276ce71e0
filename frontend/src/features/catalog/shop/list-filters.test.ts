import { describe, expect, it } from 'vitest';
import {
  activeFilters,
  activeNarrowing,
  withFilters,
  withoutFilter,
  withoutFilters,
} from './list-filters';
import type { ProductListParams } from './product-list-params';

const everything: ProductListParams = {
  category: 2,
  group: 201,
  brand: 'Thalara',
  min_price: 60_000,
  max_price: 280_000,
  in_stock: true,
  on_sale: true,
  promotion: 3,
  sort: 'newest',
  view: 'list',
  page: 4,
};

it.each([
  ['nothing', {}, []],
  ['order, view and page', { sort: 'newest', view: 'list', page: 2 }, []],
  ['a category', { category: 2 }, ['category']],
  ['a group alone, not its category too', { category: 2, group: 201 }, ['group']],
  ['one bound as one price filter', { min_price: 0 }, ['price']],
  ['both bounds as one price filter', { min_price: 1, max_price: 2 }, ['price']],
  ['all', everything, ['promotion', 'group', 'brand', 'price', 'in_stock', 'on_sale']],
] as const)('filter label: %s', (_name, search, filters) => {
  expect(activeFilters(search)).toEqual(filters);
});

it.each([
  ['category', { category: 2 }, []],
  ['group', { category: 2, group: 201 }, []],
  ['all', everything, ['promotion', 'brand', 'price', 'in_stock', 'on_sale']],
] as const)('filter count on phones excludes category and group: %s', (_name, search, filters) => {
  expect(activeNarrowing(search)).toEqual(filters);
});

describe('filter change', () => {
  it.each([
    ['goes back to the first page', { page: 3 }, { in_stock: true }, { in_stock: true }],
    [
      'of the category drops the group',
      { category: 2, group: 201 },
      { category: 3 },
      { category: 3 },
    ],
    [
      'to a group of another category keeps it',
      { category: 2, group: 201 },
      { category: 3, group: 301 },
      { category: 3, group: 301 },
    ],
    [
      'of the order keeps the group',
      { category: 2, group: 201 },
      { sort: 'newest' },
      { category: 2, group: 201, sort: 'newest' },
    ],
    ['leaves nothing empty behind', { in_stock: true }, { in_stock: undefined }, {}],
  ] as const)('%s', (_name, search, change, next) => {
    expect(withFilters(search, change)).toEqual(next);
  });
});

it.each([
  ['price', { category: 2, group: 201 }],
  ['group', { category: 2 }],
  ['category', {}],
] as const)('removing %s keeps the other filters', (filter, left) => {
  const search = { category: 2, group: 201, min_price: 1, max_price: 2, page: 2 };
  const next = withoutFilter(search, filter);
  expect(next).toEqual(filter === 'price' ? left : { ...left, min_price: 1, max_price: 2 });
});

it('clearing the filters keeps the order and the view', () => {
  expect(withoutFilters(everything)).toEqual({ sort: 'newest', view: 'list' });
});
