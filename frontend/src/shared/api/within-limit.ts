import { ApiError } from './client';
import { isWorthRetrying, retryDelayMs } from './query-client';

/**
 * Sends a request at most three times within `limitMs` in total. A late 503 response does not restart the timeout. For
 * queries with `retry: false`. An invalid response is not requested again.
 */
export async function withinLimit<T>(
  limitMs: number,
  signal: AbortSignal,
  once: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  for (let failures = 0; ; failures += 1) {
    try {
      return await once(limited);
    } catch (error) {
      limited.throwIfAborted();
      if (!(error instanceof ApiError && isWorthRetrying(failures, error))) throw error;
      // The timeout ends the pause, and the next attempt fails at once.
      await new Promise((next) => {
        setTimeout(next, retryDelayMs(failures));
        limited.onabort = next;
      });
    }
  }
}
