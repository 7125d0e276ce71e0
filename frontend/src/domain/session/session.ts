import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, apiUrl } from '@/shared/api/client';
import { useIsHydrating } from '@/shared/hydration/hydration-state';

/** The signed-in customer as the token check names them; `email` or `phone` may be empty. */
export type User = { fname: string; lname: string; email: string; phone: string };

const CHECK = '/api/v1/verify-token';
const MINUTE = 60_000;

/** The signed-in customer; null for a visitor. Rejects if the session cannot be checked. */
export const sessionQuery = queryOptions<User | null>({
  queryKey: [CHECK],
  queryFn: async ({ signal }) => {
    // Loaded on demand, because most visitors never need this code.
    const { authFetch } = await import('@/shared/api/auth');
    try {
      const body = await authFetch<{ payload: User }>(apiUrl(CHECK, { nocache: Date.now() }), {
        signal,
      });
      return body.payload;
    } catch (error) {
      const { clearApiToken } = await import('@/shared/api/token');
      clearApiToken();
      if (error instanceof ApiError && error.reason === 'session') return null;
      throw error;
    }
  },
  staleTime: 5 * MINUTE,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Whether the readable cookie that accompanies a session is present. It only tells whether a session request is
 * worthwhile; the server alone decides who is signed in.
 */
export function hasCustomerCookie(cookies = document.cookie): boolean {
  return /(?:^|;\s*)(?:cus_id|cusId|cus_ID|customer_id)=[^;\s]/.test(cookies);
}

export type SessionStatus = 'pending' | 'visitor' | 'customer' | 'failed';

/** `pending` until the server has responded, `failed` if the request failed; `retry` repeats it. */
export function useSession() {
  const client = useQueryClient();
  const isNeutral = useIsHydrating();
  const query = useQuery({ ...sessionQuery, enabled: !isNeutral && hasCustomerCookie() });
  const { status, error } = query;
  const data = isNeutral ? undefined : query.data;
  return {
    status: isNeutral ? 'pending' : statusOf(data, status),
    user: data ?? null,
    isCustomer: Boolean(data),
    error,
    retry: () => void client.refetchQueries(sessionQuery),
  };
}

function statusOf(
  data: User | null | undefined,
  query: 'pending' | 'error' | 'success',
): SessionStatus {
  if (data) return 'customer';
  if (data === null || !hasCustomerCookie()) return 'visitor';
  return query === 'error' ? 'failed' : 'pending';
}

/** Returns whether a customer is signed in, for an action that needs it. Throws if the session request fails. */
export async function isSignedIn(client: QueryClient): Promise<boolean> {
  const known = client.getQueryData(sessionQuery.queryKey);
  if (known === undefined && !hasCustomerCookie()) return false;
  return (await client.fetchQuery(sessionQuery)) !== null;
}
