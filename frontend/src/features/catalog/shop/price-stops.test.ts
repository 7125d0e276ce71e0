import { expect, it } from 'vitest';
import { priceStops, stopsOf } from './price-stops';

it('stops of a wide span go from below the cheapest to above the dearest', () => {
  expect(priceStops({ min: 9_000, max: 91_000 })).toEqual([
    8_000, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000,
  ]);
  expect(priceStops({ min: 60_000, max: 60_000 })).toEqual([]);
  expect(priceStops({ min: 0, max: 2 })).toEqual([0, 1, 2]);
});

it('stops of a narrow span are even', () => {
  const stops = priceStops({ min: 108_000, max: 195_000 });
  expect(stops.slice(0, 3)).toEqual([105_000, 110_000, 115_000]);
  expect([stops.at(-1), stops.length]).toEqual([195_000, 19]);
  expect(priceStops({ min: 100, max: 101 })).toEqual([]);
});

it('stops of the widest span are a few dozen', () => {
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
  [500, 5, [0, 0]],
  [60, 30, [2, 2]],
])('bounds %s to %s are at stops %s', (min, max, places) => {
  expect(stopsOf(stops, min, max)).toEqual(places);
});
