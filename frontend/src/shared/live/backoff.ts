const MIN_MS = 1_000;
const MAX_MS = 30_000;

/**
 * Retry delay in ms (exponential backoff with jitter): doubled with every consecutive failure, and randomized so that
 * clients do not reconnect all at once.
 */
export function backoff(failures: number, random = Math.random()): number {
  const maxDelay = Math.min(MAX_MS, MIN_MS * 2 ** Math.min(failures, 10));
  return maxDelay * (0.5 + random / 2);
}
