const MIN_MS = 1_000;
const MAX_MS = 30_000;

/**
 * How long until the next try, in ms: doubled with every failure in a row, and spread so that a shop that comes back is
 * not hit by all clients at once.
 */
export function backoff(failures: number, random = Math.random()): number {
  const most = Math.min(MAX_MS, MIN_MS * 2 ** Math.min(failures, 10));
  return most * (0.5 + random / 2);
}
