import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client';

const MINUTE = 60_000;

/**
 * Whether a failed query is sent again: twice at most, and only for what may pass, no answer and 5xx. An exceeded time
 * limit is not, because the limits of the specification are those of the whole wait.
 */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (error.name === 'TimeoutError') return false;
  const isTransient = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return isTransient && failures < 2;
}

/** Pause before a failed query is sent again. */
export const retryDelayMs = (failures: number) => Math.min(4_000, 500 * 2 ** failures);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: MINUTE,
        gcTime: 10 * MINUTE,
        retry: isWorthRetrying,
        retryDelay: retryDelayMs,
        // An offline call fails and says so, instead of waiting in silence.
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  });
}
