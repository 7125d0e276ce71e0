import { expect, it } from 'vitest';
import { staffOrder } from '@/testing/staff-order';
import { branchFirst, type PickingSheetData, pickingSheets } from './picking-list';
import { parsePrintParams } from './print-params';

const [LINE] = staffOrder().lines;
const line = (pro_id: number, quantity: number) => ({ ...LINE, pro_id, quantity }) as never;

const rowsOf = (sheet: PickingSheetData | undefined) => sheet?.groups.flatMap(({ rows }) => rows);

it('products of several orders are rows with a column for each order, sorted by number', () => {
  const [sheet, ...more] = pickingSheets([
    staffOrder({ lines: [line(301, 6), line(101, 8)] }),
    staffOrder({ lines: [line(101, 40)] }),
  ]);
  expect(more).toEqual([]);
  expect(sheet?.columns.map(({ letter }) => letter)).toEqual(['A', 'B']);
  expect(
    rowsOf(sheet)?.map(({ line, total, quantities }) => [line.pro_id, total, quantities]),
  ).toEqual([
    [101, 48, [8, 40]],
    [301, 6, [6, 0]],
  ]);
  expect([sheet?.units, sheet?.lineCount]).toEqual([54, 2]);
});

it('rows are in natural order of their locations, those without one last', () => {
  const lines = [101, 102, 103, 104, 105, 106].map((proId) => line(proId, 1));
  const locations = new Map([
    [101, 'B1'],
    [103, 'A10'],
    [104, 'A2-12'],
    [105, 'a2-3'],
    [106, 'A2'],
  ]);
  const [sheet] = pickingSheets([staffOrder({ lines })], locations);
  expect(rowsOf(sheet)?.map(({ line, location }) => [location, line.pro_id])).toEqual([
    ['A2', 106],
    ['a2-3', 105],
    ['A2-12', 104],
    ['A10', 103],
    ['B1', 101],
    ['', 102],
  ]);
});

it('lines of one location are together, with their units in all and for each order', () => {
  const locations = new Map([
    [101, 'A1'],
    [301, 'A1'],
  ]);
  const [sheet] = pickingSheets(
    [
      staffOrder({ lines: [line(301, 6), line(201, 1), line(101, 8)] }),
      staffOrder({ lines: [line(101, 40)] }),
    ],
    locations,
  );
  expect(
    sheet?.groups.map(({ location, total, quantities }) => [location, total, quantities]),
  ).toEqual([
    ['A1', 54, [14, 40]],
    ['', 1, [1, 0]],
  ]);
});

it('more than six orders continue on further sheets', () => {
  const sheets = pickingSheets(Array.from({ length: 8 }, () => staffOrder()));
  expect(sheets.map(({ columns }) => columns.length)).toEqual([6, 2]);
});

it('orders of the home branch are first, the others in their order', () => {
  const order = (number: string, branch_id: number | null) =>
    staffOrder({ number, delivery: { ...staffOrder().delivery, branch_id } });
  const orders = [order('A', null), order('B', 3), order('C', 4), order('D', 3), order('E', 4)];
  const numbers = (branchId: number | undefined) =>
    branchFirst(orders, branchId).map(({ number }) => number);
  expect(numbers(4)).toEqual(['C', 'E', 'A', 'B', 'D']);
  expect(numbers(undefined)).toEqual(['A', 'B', 'C', 'D', 'E']);
});

it('print URL has a document and distinct order ids', () => {
  expect(parsePrintParams({ doc: 'note', orders: '01K9,01K8,01K9,../x' })).toEqual({
    doc: 'note',
    orders: '01K9,01K8',
  });
  expect(parsePrintParams({})).toEqual({ doc: 'picking', orders: '' });
});
