import { expect, it } from 'vitest';
import type { Quote } from '@/domain/orders/order-types';
import { LINE, quote, TOTALS } from '@/testing/checkout';
import {
  acknowledgedQuantities,
  changedPrices,
  isAmountChanged,
  isInsufficient,
  isPriceIncrease,
  mergeChanges,
} from './quote-changes';

const change = {
  pro_id: 1,
  requested: 2,
  available: 5,
  price_was: 100,
  price_now: 120,
};

it('price increase differs from a decrease and from no change', () => {
  expect(isPriceIncrease(change)).toBe(true);
  expect(isPriceIncrease({ ...change, price_now: 90 })).toBe(false);
  expect(isPriceIncrease({ ...change, price_now: 100 })).toBeNull();
  expect(isPriceIncrease({ ...change, price_was: null })).toBeNull();
});

it('several changes of one price keep the last accepted price', () => {
  const once = mergeChanges([], [change]);
  const twice = mergeChanges(once, [{ ...change, price_was: 120, price_now: 150 }]);
  expect(twice).toEqual([{ ...change, price_was: 100, price_now: 150 }]);
});

it('change that was reverted is dropped', () => {
  const once = mergeChanges([], [change]);
  expect(mergeChanges(once, [{ ...change, price_was: 120, price_now: 100 }])).toEqual([]);
});

it('change of another line is added', () => {
  const other = { ...change, pro_id: 2, available: 0 };
  expect(mergeChanges([change], [other])).toEqual([change, other]);
});

it('consent reduces lines of insufficient stock to what is available', () => {
  const short = { ...change, pro_id: 2, requested: 3, available: 1 };
  const out = { ...change, pro_id: 3, requested: 3, available: 0 };
  expect([change, short, out].map(isInsufficient)).toEqual([false, true, true]);
  expect(acknowledgedQuantities([change, short, out])).toEqual([
    { pro_id: 2, quantity: 1 },
    { pro_id: 3, quantity: 0 },
  ]);
});

const shownQuote = (change = {}, input = {}) => ({
  quote: quote(change) as unknown as Quote,
  input: { delivery: { method: 'delivery' }, ...input },
});
const withTotals = (totals: object) => ({ totals: { ...TOTALS, ...totals } });

it('prices of a quote are compared with those that the screen showed before', () => {
  const dearer = quote({ lines: [{ ...LINE, price: 520_000, available: 9, state: 'ok' }] });
  expect(changedPrices(shownQuote().quote, dearer as unknown as Quote)).toEqual([
    { pro_id: 104002, requested: 2, available: 9, price_was: 500_000, price_now: 520_000 },
  ]);
  expect(changedPrices(shownQuote().quote, shownQuote().quote)).toEqual([]);
});

it.each([
  ['another delivery fee', withTotals({ delivery_fee: 30_000 }), {}, true],
  [
    'another delivery',
    withTotals({ delivery_fee: 30_000, total: 1_030_000 }),
    { delivery: {} },
    false,
  ],
  ['more points', withTotals({ points_used: 2, points_discount: 2000 }), { points: 2 }, false],
  [
    'more points of another value',
    { ...withTotals({ points_used: 2, points_discount: 1000 }), point_value: 500 },
    { points: 2 },
    true,
  ],
  [
    'another quantity',
    { lines: [{ ...LINE, quantity: 3 }], ...withTotals({ total: 1_500_000 }) },
    {},
    false,
  ],
  ['nothing else', {}, {}, false],
])('amount of a quote with %s: changed unnoticed?', (_, change, input, isChanged) => {
  expect(isAmountChanged(shownQuote(), shownQuote(change, input))).toBe(isChanged);
});
