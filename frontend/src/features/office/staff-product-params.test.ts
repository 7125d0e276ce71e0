import { expect, it } from 'vitest';
import {
  bulkFilterOf,
  parseStaffProductParams,
  productFilterCount,
  productRequestParams,
  withoutProductFilters,
  withProductChange,
} from './staff-product-params';

/** The parsed parameters that are set. */
const set = (params: object) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
const parsed = (query: Record<string, unknown>) => set(parseStaffProductParams(query));

it('URL with all parameters is parsed unchanged', () => {
  const query = {
    search: 'cement',
    category: '1',
    group: '101',
    brand: 'Kaenlek',
    stock: 'low',
    visibility: 'hidden',
    sort: 'price_desc',
    cursor: 'MTIz',
    page: '3',
  };
  expect(parsed(query)).toEqual({ ...query, category: 1, group: 101, page: 3 });
});

it.each([
  ['unknown stock', { stock: 'some' }],
  ['unknown visibility', { visibility: 'both' }],
  ['unknown sort', { sort: 'name' }],
  ['default sort', { sort: 'updated' }],
  ['empty search', { search: '  ' }],
  ['search of more than 200 bytes', { search: 'ຊ'.repeat(67) }],
  ['category that is no number', { category: 'x' }],
  ['group 0', { group: '0' }],
  ['too long brand', { brand: 'x'.repeat(201) }],
  ['page without a cursor', { page: '2' }],
])('invalid or default parameter is left out: %s', (_, query) => {
  expect(parsed(query)).toEqual({});
});

it('search of digits is read as text', () => {
  expect(parsed({ search: 101002 })).toEqual({ search: '101002' });
});

it('sort by last change is explicit beside a search', () => {
  expect(parsed({ search: 'cement', sort: 'updated' })).toEqual({
    search: 'cement',
    sort: 'updated',
  });
});

it('page number is not sent to the server', () => {
  expect(productRequestParams({ cursor: 'c', page: 2, brand: 'Kaenlek' })).toEqual({
    cursor: 'c',
    brand: 'Kaenlek',
  });
});

it('filter change resets the page, and a category change clears the group', () => {
  const params = parseStaffProductParams({ category: 1, group: 101, cursor: 'c', page: 4 });
  expect(set(withProductChange(params, { stock: 'out' }))).toEqual({
    category: 1,
    group: 101,
    stock: 'out',
  });
  expect(set(withProductChange(params, { category: 2 }))).toEqual({ category: 2 });
});

it('filters are counted and cleared at once, search and sort order stay', () => {
  const params = parseStaffProductParams({ brand: 'A', stock: 'in', search: 'x', sort: 'newest' });
  expect(productFilterCount(params)).toBe(2);
  expect(set(withoutProductFilters(params))).toEqual({ search: 'x', sort: 'newest' });
});

it('search and filters select their whole list, and nothing selects the whole shop', () => {
  expect(bulkFilterOf({ brand: 'Kaenlek', sort: 'newest' })).toEqual({ brand: 'Kaenlek' });
  expect(bulkFilterOf({ brand: 'Kaenlek', search: 'x' })).toEqual({
    brand: 'Kaenlek',
    search: 'x',
  });
  expect(bulkFilterOf({ search: 'x' })).toEqual({ search: 'x' });
  expect(bulkFilterOf({ sort: 'newest' })).toEqual({ all: true });
});
