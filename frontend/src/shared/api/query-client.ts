import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client';

const MINUTE = 60_000;

/**
 * Whether a failed query is retried: at most twice, and only without a response or after 5xx. An exceeded timeout is
 * not retried, because the timeouts of the specification cover the whole wait.
 */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (error.name === 'TimeoutError') return false;
  const isTransient = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return isTransient && failures < 2;
}

/** Delay before a retry, in ms. */
export const retryDelayMs = (failures: number) => Math.min(4_000, 500 * 2 ** failures);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: MINUTE,
        gcTime: 10 * MINUTE,
        retry: isWorthRetrying,
        retryDelay: retryDelayMs,
        // Offline requests fail at once instead of being paused.
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  });
}
