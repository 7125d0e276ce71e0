import { expect, it } from 'vitest';
import { parseCollectionSearch } from './collection-search';
import { isBrand, ownSort, titleKey } from './selections';

it.each([
  ['new', false],
  ['popular', false],
  ['sale', false],
  ['sikhota', true],
])('collection %s is a brand: %s', (name, expected) => {
  expect(isBrand({ name })).toBe(expected);
});

it.each([
  [{ sort: 'price_asc' }, { sort: 'price_asc' }],
  [{ sort: 'recommended' }, {}],
  [{ sort: 'sideways', page: '2' }, { page: 2 }],
  [{ page: 'abc', utm_source: 'fb' }, {}],
  [{}, {}],
])('collection parameters %o are read as %o', (search, expected) => {
  expect(parseCollectionSearch(search)).toEqual(expected);
});

it.each([
  ['new', 'newest'],
  ['sale', 'discount'],
  ['sikhota', 'recommended'],
])('collection %s has the sort order %s', (name, sort) => {
  expect(ownSort(name)).toBe(sort);
});

it.each([
  ['new', 'home.newest'],
  ['sale', 'shop.onSale'],
  ['sikhota', undefined],
])('collection %s has the name %s', (name, key) => {
  expect(titleKey(name)).toBe(key);
});
