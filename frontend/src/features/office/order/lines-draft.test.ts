import { expect, it } from 'vitest';
import type { Product } from '@/shared/api/types';
import { staffOrder } from '@/testing/staff-order';
import type { LinesPreview } from '../staff-order-types';
import {
  draftItems,
  isChanged,
  NO_EDITS,
  priceChanges,
  requestItems,
  withProduct,
  withQuantity,
} from './lines-draft';

const order = staffOrder();
const pipe = {
  pro_id: 401011,
  pro_name_la: 'ທໍ່',
  pro_name_en: 'Pipe',
  pro_img_cover: '',
  unit_name_la: '',
  unit_name_en: '',
  price: 12_000,
} as Product;

it('draft without edits equals the order', () => {
  const items = draftItems(order, NO_EDITS);
  expect(items.map(({ pro_id, quantity, before }) => [pro_id, quantity, before])).toEqual([
    [101002, 8, 8],
  ]);
  expect(isChanged(items)).toBe(false);
});

it('removed line stays in the draft and is absent from the request', () => {
  const items = draftItems(order, withQuantity(NO_EDITS, 101002, 0));
  expect(items).toHaveLength(1);
  expect(requestItems(items)).toEqual([]);
  expect(isChanged(items)).toBe(true);
});

it('product that is added twice has two units, and one of the order has one more', () => {
  let edits = withProduct(order, NO_EDITS, pipe);
  edits = withProduct(order, edits, pipe);
  edits = withProduct(order, edits, { ...pipe, pro_id: 101002 });
  expect(requestItems(draftItems(order, edits))).toEqual([
    { pro_id: 101002, quantity: 9 },
    { pro_id: 401011, quantity: 2 },
  ]);
});

it('edits stay when another person has changed the order', () => {
  const edits = withProduct(order, withQuantity(NO_EDITS, 101002, 5), pipe);
  const [line] = order.lines;
  if (!line) throw new Error('no line');
  const changed = { ...order, lines: [line, { ...line, pro_id: 401011, quantity: 4 }] };
  expect(draftItems(changed, edits).map(({ pro_id, quantity }) => [pro_id, quantity])).toEqual([
    [101002, 5],
    [401011, 1],
  ]);
});

it('refused change names the lines with another price than the displayed one', () => {
  const lines = [...order.lines, { ...pipe, quantity: 1 }];
  const shown = { lines } as unknown as LinesPreview;
  const line = { pro_id: 401011, requested: 1, available: 9, price_was: null, price_now: 13_000 };
  const kept = { ...line, pro_id: 101002, price_now: order.lines[0]?.price };
  expect(priceChanges(shown, [kept, line, { ...line, pro_id: 7 }])).toEqual([
    { pro_id: 401011, pro_name_la: 'ທໍ່', pro_name_en: 'Pipe', before: 12_000, now: 13_000 },
  ]);
  expect(priceChanges(shown, undefined)).toEqual([]);
});
