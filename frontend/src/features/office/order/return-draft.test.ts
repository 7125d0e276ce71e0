import { expect, it } from 'vitest';
import { staffOrder } from '@/testing/staff-order';
import { correctionDraft, firstDraft, requestLines, withUnits } from './return-draft';

const returned = (toStock: number, toWaste: number) => ({
  at: '2026-11-22T09:00:00+07:00',
  lines: [{ pro_id: 101002, to_stock: toStock, to_waste: toWaste, note: null }],
  refund: 0,
  delivery_fee: 0,
  points_returned: 0,
  points_revoked: 0,
  reason: null,
  branch: null,
  credit_note: null,
});

it('draft begins with the requested units, as far as they have not come back', () => {
  const [line] = returned(2, 1).lines;
  const request = {
    at: '2026-11-22T09:00:00+07:00',
    lines: [{ ...line, to_stock: 7 }],
    reason: '',
  };
  const order = staffOrder({
    returns: [returned(2, 1)],
    return_request: request as never,
  });
  expect(firstDraft(order)[0]).toMatchObject({ max: 5, units: 5 });
  expect(firstDraft(staffOrder())[0]).toMatchObject({ max: 8, units: 0 });
});

it('split parts together have at most the units that can come back', () => {
  const [draft] = firstDraft(staffOrder());
  if (!draft) throw new Error('no line');
  const split = withUnits({ ...draft, units: 6 }, { others: 5 });
  expect([split.units, split.others]).toEqual([3, 5]);
  expect(withUnits(split, { units: -1 }).units).toBe(0);
  expect(requestLines([{ ...split, note: ' broken ' }])).toEqual([
    { pro_id: 101002, to_stock: 3, to_waste: 5, note: 'broken' },
  ]);
  expect(requestLines([{ ...split, place: 'waste' }])).toEqual([
    { pro_id: 101002, to_stock: 5, to_waste: 3 },
  ]);
  expect(requestLines([draft])).toEqual([]);
});

it('correction begins with the units of the last return, and may have those and what did not come back', () => {
  const draftOf = (toStock: number, toWaste: number) =>
    correctionDraft(staffOrder({ returns: [returned(2, 0), returned(toStock, toWaste)] }))[0];
  expect(draftOf(2, 1)).toMatchObject({ max: 6, units: 2, place: 'stock', others: 1 });
  expect(draftOf(3, 0)).toMatchObject({ max: 6, units: 3, place: 'stock', others: undefined });
  expect(draftOf(0, 4)).toMatchObject({ max: 6, units: 4, place: 'waste', others: undefined });
});
