// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { ORDER_COLUMNS } from '../orders/order-columns';
import { PRODUCT_COLUMNS } from '../products/product-columns';
import { knownColumns, movedColumn, withColumn } from './column-choice';
import { browserColumns, setBrowserColumns } from './column-store';

it('stored choice keeps its order and leaves out unknown and repeated columns', () => {
  expect(knownColumns(ORDER_COLUMNS, ['total', 'phone', 'gone', 'total'])).toEqual([
    'total',
    'phone',
  ]);
  expect(knownColumns(ORDER_COLUMNS, undefined)).toEqual(ORDER_COLUMNS.defaults);
  expect(knownColumns(ORDER_COLUMNS, [])).toEqual([]);
});

it.each([ORDER_COLUMNS, PRODUCT_COLUMNS])('default columns of a list exist', (set) => {
  const names: string[] = set.all.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(set.defaults));
  expect(new Set(names).size).toBe(names.length);
});

it('shown column is hidden, and a hidden one is shown at the end', () => {
  expect(withColumn(['a', 'b'], 'a')).toEqual(['b']);
  expect(withColumn(['b'], 'a')).toEqual(['b', 'a']);
});

it('column is moved by one place, and not beyond the first or last', () => {
  expect(movedColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(movedColumn(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
  expect(movedColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  expect(movedColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
});

it('choices of lists are stored separately, and a default is not stored', () => {
  setBrowserColumns('orders', ['phone']);
  setBrowserColumns('products', ['location']);
  expect(JSON.parse(localStorage.getItem('heuan_staff_columns') ?? '')).toEqual({
    orders: ['phone'],
    products: ['location'],
  });
  setBrowserColumns('orders', undefined);
  expect([browserColumns('orders'), browserColumns('products')]).toEqual([undefined, ['location']]);
});
