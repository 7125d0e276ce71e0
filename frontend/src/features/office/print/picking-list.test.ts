import { expect, it } from 'vitest';
import { staffOrder } from '@/testing/staff-order';
import { pickingSheets } from './picking-list';
import { parsePrintParams } from './print-params';

const [LINE] = staffOrder().lines;
const line = (pro_id: number, quantity: number) => ({ ...LINE, pro_id, quantity }) as never;

it('products of several orders are rows with a column for each order, sorted by number', () => {
  const [sheet, ...more] = pickingSheets([
    staffOrder({ lines: [line(301, 6), line(101, 8)] }),
    staffOrder({ lines: [line(101, 40)] }),
  ]);
  expect(more).toEqual([]);
  expect(sheet?.columns.map(({ letter }) => letter)).toEqual(['A', 'B']);
  expect(
    sheet?.rows.map(({ line, total, quantities }) => [line.pro_id, total, quantities]),
  ).toEqual([
    [101, 48, [8, 40]],
    [301, 6, [6, 0]],
  ]);
  expect(sheet?.units).toBe(54);
});

it('more than six orders continue on further sheets', () => {
  const sheets = pickingSheets(Array.from({ length: 8 }, () => staffOrder()));
  expect(sheets.map(({ columns }) => columns.length)).toEqual([6, 2]);
});

it('address names a document and ids, each once', () => {
  expect(parsePrintParams({ doc: 'note', orders: '01K9,01K8,01K9,../x' })).toEqual({
    doc: 'note',
    orders: '01K9,01K8',
  });
  expect(parsePrintParams({})).toEqual({ doc: 'picking', orders: '' });
});
