import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isSignedIn, useSession } from '@/domain/session/session';
import type { AuthRequest } from '@/shared/api/auth';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import { readStoredViewed, storeViewed, withViewed } from './stored-viewed-products';

type Viewed = Envelope<components['schemas']['ViewedProduct'][]>;

const VIEWED = '/api/auth/viewed-products';

/** Ids of the products that the customer viewed, last viewed first. */
export const customerViewedQuery = queryOptions<number[], Error, number[], [string]>({
  queryKey: [VIEWED],
  queryFn: ({ signal }) => call({ signal }),
  retry: false,
  staleTime: 60_000,
});

export const visitorViewedQuery = queryOptions<number[], Error, number[], [string]>({
  queryKey: ['products that the visitor viewed'],
  queryFn: readStoredViewed,
  staleTime: 0,
});

/** Ids of recently viewed products, last viewed first. Empty if the request fails. */
export function useViewedProducts(): number[] {
  const { status } = useSession();
  const customers = useQuery({ ...customerViewedQuery, enabled: status === 'customer' });
  const visitors = useQuery({ ...visitorViewedQuery, enabled: status === 'visitor' });
  return (status === 'customer' ? customers.data : visitors.data) ?? [];
}

/**
 * Adds a product at the start of the list. Never rejects, because showing the page is more
 * important.
 */
export async function addViewed(client: QueryClient, proId: number): Promise<void> {
  try {
    if (await isSignedIn(client)) {
      await addToAccount(client, [proId]);
    } else {
      storeViewed(withViewed(readStoredViewed(), proId));
      await client.invalidateQueries(visitorViewedQuery);
    }
  } catch {
    // The server's list is unchanged.
  }
}

/** Removes all products at once, and restores them if the server refuses. */
export async function clearViewed(client: QueryClient): Promise<void> {
  if (!(await isSignedIn(client))) {
    storeViewed([]);
    return client.invalidateQueries(visitorViewedQuery);
  }
  const before = client.getQueryData(customerViewedQuery.queryKey);
  await setCustomers(client, []);
  try {
    const { authFetch } = await import('@/shared/api/auth');
    await authFetch(VIEWED, { method: 'DELETE' });
  } catch (error) {
    client.setQueryData(customerViewedQuery.queryKey, before);
    throw error;
  }
}

/** Restores removed products, in their order. */
export async function restoreViewed(client: QueryClient, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  if (await isSignedIn(client)) return addToAccount(client, ids);
  storeViewed(ids);
  await client.invalidateQueries(visitorViewedQuery);
}

/** Adds products at the start of the customer's list, in their order. */
export const addToAccount = async (client: QueryClient, ids: number[]) =>
  setCustomers(client, await call({ method: 'POST', body: { pro_ids: ids } }));

async function call(request: AuthRequest): Promise<number[]> {
  const { authFetch } = await import('@/shared/api/auth');
  return (await authFetch<Viewed>(VIEWED, request)).data.map(({ pro_id }) => pro_id);
}

async function setCustomers(client: QueryClient, ids: number[]): Promise<void> {
  await client.cancelQueries(customerViewedQuery);
  client.setQueryData(customerViewedQuery.queryKey, ids);
}
