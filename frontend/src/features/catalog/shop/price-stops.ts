const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const MAX_DECADE = 15;
/** Dearest over cheapest: below it even steps tell prices apart better. */
const NARROW = 8;
const EVEN_STEPS = 20;

/** Round prices, each a step above the one before: among nails and among sofas a step is felt the same. */
const ROUND = Array.from({ length: MAX_DECADE }, (_, decade) =>
  STEPS.map((step) => step * 10 ** decade),
)
  .flat()
  .filter(Number.isInteger);

export type PriceSpan = { min: number; max: number };

/** The round prices that what costs `min` to `max` lies between; fewer than three are nothing to choose from. */
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

/** Where the two bounds stand among the stops, never crossed; none is the end. */
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
