import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onShopTime, shopNow, syncShopTime, toShopTime } from './shop-time';

const NOW = Date.parse('2026-11-21T08:00:00+07:00');
const HOUR = 3_600_000;

const responseAt = (ms: number, headers = {}) =>
  new Response('', { headers: { date: new Date(ms).toUTCString(), ...headers } });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  syncShopTime(responseAt(NOW), true);
});
afterEach(() => void vi.useRealTimers());

it.each([HOUR, -HOUR])(
  'clock that differs by %i ms is corrected by the next response',
  (offset) => {
    const listener = vi.fn();
    const stop = onShopTime(listener);
    syncShopTime(responseAt(NOW + offset), true);
    expect(listener).toHaveBeenCalledTimes(1);
    vi.setSystemTime(NOW + 1_000);
    expect(shopNow()).toBe(NOW + offset + 1_000);
    expect(toShopTime(NOW)).toBe(NOW + offset);
    stop();
    syncShopTime(responseAt(NOW + 1_000), true);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(shopNow()).toBe(NOW + 1_000);
  },
);

it('clock within the tolerance is left, and so is one after a response without a time', () => {
  syncShopTime(responseAt(NOW - 4_000), true);
  syncShopTime(new Response(), true);
  expect(shopNow()).toBe(NOW);
});

it('response that a cache has kept for half a minute does not correct the clock', () => {
  syncShopTime(responseAt(NOW - 30_000), false);
  expect(shopNow()).toBe(NOW);
  syncShopTime(responseAt(NOW - HOUR), false);
  expect(shopNow()).toBe(NOW - HOUR);
});

it('response that a shared cache has kept for an hour does not set a correct clock back', () => {
  syncShopTime(responseAt(NOW - HOUR, { age: '3600' }), false);
  expect(shopNow()).toBe(NOW);
  syncShopTime(responseAt(NOW, { age: '3600' }), false);
  expect(shopNow()).toBe(NOW + HOUR);
});
