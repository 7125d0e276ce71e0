import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isSignedIn, useSession } from '@/domain/session/session';
import type { HistoryEntry, SearchHistory } from '@/shared/api/types';
import { isSameText } from './search-text';
import { MAX_RECENT, readStoredHistory, storeHistory, withText } from './stored-search-history';

const HISTORY = '/api/auth/search-history';

/** Entry of the search history. It has no id if it is a visitor's, or if the server has not confirmed it yet. */
export type RecentSearch = { id?: number; searchtext: string };

/** Search history of the customer, newest first. */
export const customerHistoryQuery = queryOptions<RecentSearch[], Error, RecentSearch[], [string]>({
  queryKey: [HISTORY],
  queryFn: async ({ signal }) => {
    const { authFetch } = await import('@/shared/api/auth');
    return (await authFetch<SearchHistory>(`${HISTORY}?limit=${MAX_RECENT}`, { signal }))
      .searchHistory;
  },
  retry: false,
});

const visitorHistoryQuery = queryOptions<RecentSearch[], Error, RecentSearch[], [string]>({
  queryKey: ['searches of the visitor'],
  queryFn: () => readStoredHistory().map((searchtext) => ({ searchtext })),
  staleTime: 0,
});

/** Recent searches of the customer or visitor. Empty if the request fails. */
export function useRecentSearches(): RecentSearch[] {
  const { status } = useSession();
  const customers = useQuery({ ...customerHistoryQuery, enabled: status === 'customer' });
  const visitors = useQuery({ ...visitorHistoryQuery, enabled: status === 'visitor' });
  return (status === 'customer' ? customers.data : visitors.data) ?? [];
}

/**
 * Adds a search at the top of the history; a customer's is sent to the account. Never rejects, because the search
 * itself matters more.
 */
export async function addToHistory(client: QueryClient, text: string): Promise<void> {
  try {
    if (!(await isSignedIn(client))) {
      storeHistory(withText(readStoredHistory(), text));
      await client.invalidateQueries(visitorHistoryQuery);
      return;
    }
    await client.cancelQueries(customerHistoryQuery);
    change(client, (entries) => [{ searchtext: text }, ...without(entries, text)]);
    await record(text);
    await client.invalidateQueries(customerHistoryQuery);
  } catch {
    // The server's history is unchanged.
  }
}

/** Removes searches from the history at once, and restores them if the server refuses. */
export async function removeSearches(client: QueryClient, entries: RecentSearch[]): Promise<void> {
  const texts = entries.map(({ searchtext }) => searchtext);
  if (!(await isSignedIn(client))) {
    const isKept = (text: string) => !texts.some((gone) => isSameText(gone, text));
    storeHistory(readStoredHistory().filter(isKept));
    await client.invalidateQueries(visitorHistoryQuery);
    return;
  }
  await client.cancelQueries(customerHistoryQuery);
  const before = client.getQueryData(customerHistoryQuery.queryKey);
  change(client, (all) => texts.reduce(without, all));
  try {
    const { authFetch } = await import('@/shared/api/auth');
    const [only] = entries;
    const isAll = entries.length === before?.length;
    const addresses = isAll
      ? [HISTORY]
      : only?.id !== undefined
        ? [`${HISTORY}?id=${only.id}`]
        : [];
    for (const address of addresses) await authFetch(address, { method: 'DELETE' });
    await client.invalidateQueries(customerHistoryQuery);
  } catch (error) {
    client.setQueryData(customerHistoryQuery.queryKey, before);
    throw error;
  }
}

/** Restores removed searches, in their order. */
export async function restoreSearches(client: QueryClient, entries: RecentSearch[]): Promise<void> {
  for (const { searchtext } of [...entries].reverse()) await addToHistory(client, searchtext);
}

/** Adds a search to the account's history. */
export async function record(searchtext: string): Promise<HistoryEntry> {
  const { authFetch } = await import('@/shared/api/auth');
  const request = { method: 'POST', body: { searchtext }, keepalive: true } as const;
  return (await authFetch<{ data: HistoryEntry }>(HISTORY, request)).data;
}

function change(client: QueryClient, to: (entries: RecentSearch[]) => RecentSearch[]): void {
  client.setQueryData(customerHistoryQuery.queryKey, (entries = []) =>
    to(entries).slice(0, MAX_RECENT),
  );
}

const without = (entries: RecentSearch[], text: string) =>
  entries.filter(({ searchtext }) => !isSameText(searchtext, text));
