import { expect, it } from 'vitest';
import {
  acknowledgedQuantities,
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
