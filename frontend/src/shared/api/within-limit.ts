import { ApiError } from './client';
import { isWorthRetrying, retryDelayMs } from './query-client';

/**
 * Sends a request, up to three times, and gives up after `limitMs` altogether: a late response of 503 does not start the
 * time limit again. For queries with `retry: false`. A response that cannot be read is not requested again.
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
      // The end of the limit ends the pause, and the next attempt fails at once.
      await new Promise((next) => {
        setTimeout(next, retryDelayMs(failures));
        limited.onabort = next;
      });
    }
  }
}
