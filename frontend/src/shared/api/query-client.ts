import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client';

const MINUTE = 60_000;

function isWorthRetrying(failures: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return passing && failures < 2;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: MINUTE,
        gcTime: 10 * MINUTE,
        retry: isWorthRetrying,
        retryDelay: (attempt) => Math.min(4_000, 500 * 2 ** attempt),
        // An offline call fails and says so, instead of waiting in silence.
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  });
}
