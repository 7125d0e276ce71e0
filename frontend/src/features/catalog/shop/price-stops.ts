const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const MAX_DECADE = 15;

/** Round prices, each a step above the one before: among nails and among sofas a step is felt the same. */
const ROUND = Array.from({ length: MAX_DECADE }, (_, decade) =>
  STEPS.map((step) => step * 10 ** decade),
)
  .flat()
  .filter(Number.isInteger);

export type PriceSpan = { min: number; max: number };

/** The round prices that what costs `min` to `max` lies between; fewer than three are nothing to choose from. */
export function priceStops({ min, max }: PriceSpan): number[] {
  const first = ROUND.findLastIndex((price) => price <= min);
  const last = ROUND.findIndex((price) => price >= max);
  const stops = ROUND.slice(Math.max(first, 0), last < 0 ? undefined : last + 1);
  if (first < 0) stops.unshift(0);
  return stops.length < 3 ? [] : stops;
}

/** Where the two bounds stand among the stops; none is the end. */
export function stopsOf(
  stops: number[],
  min: number | undefined,
  max: number | undefined,
): [low: number, high: number] {
  const last = stops.length - 1;
  const low = min === undefined ? 0 : stops.findLastIndex((stop) => stop <= min);
  const high = max === undefined ? last : stops.findIndex((stop) => stop >= max);
  return [Math.max(low, 0), high < 0 ? last : high];
}
