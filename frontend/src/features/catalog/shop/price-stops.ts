const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const MAX_DECADE = 15;
/** Ratio of highest to lowest price below which equal steps are used. */
const NARROW = 8;
const EVEN_STEPS = 20;

/**
 * Round prices with steps that grow with the price, so that a step is the same share of a cheap and of an expensive
 * price.
 */
const ROUND = Array.from({ length: MAX_DECADE }, (_, decade) =>
  STEPS.map((step) => step * 10 ** decade),
)
  .flat()
  .filter(Number.isInteger);

export type PriceSpan = { min: number; max: number };

/**
 * Round prices from below `min` to above `max`. Empty if there are fewer than three, because a slider would be useless.
 */
export function priceStops({ min, max }: PriceSpan): number[] {
  if (min >= max) return [];
  const stops = max < min * NARROW ? evenStops(min, max) : risingStops(min, max);
  return stops.length < 3 ? [] : stops;
}

function evenStops(min: number, max: number): number[] {
  const step = ROUND.find((price) => price >= (max - min) / EVEN_STEPS) ?? max - min;
  const first = Math.floor(min / step);
  const count = Math.ceil(max / step) - first + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

function risingStops(min: number, max: number): number[] {
  const first = ROUND.findLastIndex((price) => price <= min);
  const last = ROUND.findIndex((price) => price >= max);
  const stops = ROUND.slice(Math.max(first, 0), last < 0 ? undefined : last + 1);
  if (first < 0) stops.unshift(0);
  return stops;
}

/** Indexes of the two bounds among the stops, never crossed. A missing bound is the end. */
export function stopsOf(
  stops: number[],
  min: number | undefined,
  max: number | undefined,
): [low: number, high: number] {
  const last = stops.length - 1;
  const low = min === undefined ? 0 : stops.findLastIndex((stop) => stop <= min);
  const above = max === undefined ? last : stops.findIndex((stop) => stop >= max);
  const high = above < 0 ? last : above;
  return [Math.min(Math.max(low, 0), high), high];
}
