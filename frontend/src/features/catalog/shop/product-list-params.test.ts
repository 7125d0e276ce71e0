import { expect, it } from 'vitest';
import { parseProductListParams, productParams, searchTextOf } from './product-list-params';

it.each([
  [
    'reads the filters',
    { category: '2', in_stock: 'true', sort: 'newest', page: '3', view: 'list' },
    { category: 2, in_stock: true, sort: 'newest', page: 3, view: 'list' },
  ],
  [
    'leaves out nonsense',
    { category: 'x', page: '-1', sort: 'best', in_stock: 'no', min_price: '1e9' },
    {},
  ],
  ['keeps a price of nothing', { min_price: '0' }, { min_price: 0 }],
  ['keeps digits as a search text', { search: '20' }, { search: '20' }],
  ['reads within the bounds of the edge', { page: '1000001', category: '9'.repeat(17) }, {}],
  ['takes no brand without a letter or digit', { brand: '–!' }, {}],
  ['takes no brand of 201 characters', { brand: 'ສ'.repeat(201) }, {}],
  ['trims numbers too', { category: ' 2 ', sort: ' newest' }, { category: 2, sort: 'newest' }],
  ['takes no search with a control character', { search: 'a\u0000b', q: 'a\nb' }, {}],
  ['keeps the text of the panel as it was typed', { q: '  pvc  pipe ' }, { q: '  pvc  pipe ' }],
  ['trims', { search: '  ສີ ', q: ' ' }, { search: 'ສີ' }],
])('product list parameters: %s', (_name, raw, search) => {
  expect(parseProductListParams(raw)).toEqual(search);
});

it('search text of the panel is requested with single spaces', () => {
  expect(searchTextOf(parseProductListParams({ q: '  pvc  pipe ' }))).toBe('pvc pipe');
});

it('unreadable parameters are replaced in the merged search of the router', () => {
  const raw = { sort: 'zz', category: 'abc', page: 'abc', min_price: 'x', utm_source: 'fb' };
  const merged = { ...raw, ...parseProductListParams(raw) };
  expect(merged).toEqual({ utm_source: 'fb' });
});

it('catalog request: contains only parameters that the catalog has', () => {
  const search = {
    ...parseProductListParams({ brand: 'Kaenlek' }),
    utm_source: 'fb',
    limit: '500',
  };
  expect(productParams(search)).toEqual({ brand: 'Kaenlek' });
});

it('catalog request: leaves out the search text', () => {
  expect(productParams({ category: 2, search: 'ສີ', q: 'x', view: 'list' })).toEqual({
    category: 2,
  });
});
