import { expect, it } from 'vitest';
import { readAdjustment, readUnits, unitsAfter } from './stock-adjustment';

const PRODUCT = { on_hand: 22, held: 2, version: 3 };
const UNCOUNTED = { on_hand: null, held: 0, version: 3 };

it.each([
  ['receive', '60', 60],
  ['receive', '+1,200', 1200],
  ['receive', '0', null],
  ['receive', '-5', null],
  ['receive', '1000000', null],
  ['count', '0', 0],
  ['count', '1000000', 1_000_000],
  ['damage', '2', 2],
  ['damage', '-2', null],
  ['correct', '−2', -2],
  ['correct', '+2', 2],
  ['correct', '0', null],
  ['correct', '', undefined],
] as const)('adjustment %s %j is %j units', (kind, typed, units) => {
  expect(readUnits(kind, typed)).toBe(units);
});

it.each([
  ['receive', 5, 27],
  ['count', 30, 30],
  ['count', 1, undefined],
  ['damage', 20, 2],
  ['damage', 21, undefined],
  ['correct', -3, 19],
] as const)('adjustment %s of %i units leaves %j on hand', (kind, quantity, after) => {
  expect(unitsAfter(PRODUCT, kind, quantity)).toBe(after);
});

it('uncounted product is counted from the first receipt or count', () => {
  expect(unitsAfter(UNCOUNTED, 'receive', 5)).toBe(5);
  expect(unitsAfter(UNCOUNTED, 'count', 7)).toBe(7);
  expect(unitsAfter(UNCOUNTED, 'damage', 1)).toBeUndefined();
  expect(readAdjustment(UNCOUNTED, { kind: 'correct', quantity: '1', reason: 'x' })).toEqual({
    field: 'quantity',
    text: 'office.stock.notCounted',
  });
});

it('damage and correction require a reason, a receipt does not', () => {
  expect(readAdjustment(PRODUCT, { kind: 'damage', quantity: '2', reason: ' ' })).toEqual({
    field: 'reason',
    text: 'office.reasonMissing',
  });
  expect(readAdjustment(PRODUCT, { kind: 'damage', quantity: '2', reason: ' Broken ' })).toEqual({
    kind: 'damage',
    quantity: 2,
    reason: 'Broken',
  });
  expect(readAdjustment(PRODUCT, { kind: 'receive', quantity: '2', reason: '' })).toEqual({
    kind: 'receive',
    quantity: 2,
  });
});

it('count names what it is compared with', () => {
  expect(readAdjustment(PRODUCT, { kind: 'count', quantity: '21', reason: '' })).toEqual({
    kind: 'count',
    quantity: 21,
    expected_on_hand: 22,
  });
  expect(readAdjustment(UNCOUNTED, { kind: 'count', quantity: '7', reason: '' })).toEqual({
    kind: 'count',
    quantity: 7,
    version: 3,
  });
});

it('units reserved by open checkouts cannot be removed', () => {
  expect(readAdjustment(PRODUCT, { kind: 'count', quantity: '1', reason: '' })).toEqual({
    field: 'quantity',
    text: 'office.stock.held',
  });
});
