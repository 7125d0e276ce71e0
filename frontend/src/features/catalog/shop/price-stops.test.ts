import { expect, it } from 'vitest';
import { priceStops, stopsOf } from './price-stops';

it('goes from below the cheapest to above the dearest', () => {
  expect(priceStops({ min: 58_000, max: 210_000 })).toEqual([
    50_000, 60_000, 80_000, 100_000, 150_000, 200_000, 250_000,
  ]);
  expect(priceStops({ min: 60_000, max: 80_000 })).toEqual([]);
  expect(priceStops({ min: 0, max: 2 })).toEqual([0, 1, 2]);
});

it('holds any price in a few dozen steps', () => {
  const stops = priceStops({ min: 500, max: 90_000_000 });
  expect([stops[0], stops.at(-1), stops.length]).toEqual([500, 100_000_000, 49]);
  const beyond = priceStops({ min: 1, max: Number.MAX_SAFE_INTEGER });
  expect(beyond.at(-1)).toBeLessThan(Number.MAX_SAFE_INTEGER);
});

const stops = [10, 20, 50, 100];

it.each([
  [undefined, undefined, [0, 3]],
  [20, 50, [1, 2]],
  [25, 30, [1, 2]],
  [5, 500, [0, 3]],
  [500, 5, [3, 0]],
])('%s to %s stand at %s', (min, max, places) => {
  expect(stopsOf(stops, min, max)).toEqual(places);
});
