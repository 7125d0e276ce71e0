/** Difference from a response that no cache has kept, in ms, up to which the device's clock counts as right. */
export const CLOCK_TOLERANCE_MS = 5_000;
/** The same for other responses, which a cache may have kept for 30 seconds. */
const CACHED_TOLERANCE_MS = 60_000;

/** Shop's time minus the device's, in ms. */
let offset = 0;
const listeners = new Set<() => void>();

/** A time of the device's clock as the shop's time, in ms. */
export const toShopTime = (deviceMs: number): number => deviceMs + offset;

/** The shop's time in ms, by the device's clock and the `Date` headers of the responses. */
export const shopNow = (): number => toShopTime(Date.now());

/**
 * Compares the device's clock with the `Date` header of a response that has just arrived. `Age` is how long a shared cache has
 * kept it, in seconds.
 */
export function syncShopTime({ headers }: Response, isFresh: boolean): void {
  const age = (Number(headers.get('age')) || 0) * 1000;
  const measured = Date.parse(headers.get('date') ?? '') + age - Date.now();
  const tolerance = isFresh ? CLOCK_TOLERANCE_MS : CACHED_TOLERANCE_MS;
  if (!(Math.abs(measured - offset) > tolerance)) return;
  offset = measured;
  for (const listener of listeners) listener();
}

/** Calls `listener` when the shop's time is found to differ. Returns a function that unsubscribes. */
export function onShopTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
