import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isSignedIn, useSession } from '@/domain/session/session';
import type { HistoryEntry, SearchHistory } from '@/shared/api/types';
import { isSameText } from './search-text';
import { MAX_RECENT, readStoredHistory, storeHistory, withText } from './stored-search-history';

const HISTORY = '/api/auth/search-history';

/** Entries of a visitor, and those the shop has not answered yet, have no id. */
export type RecentSearch = { id?: number; searchtext: string };

/** The customer's own, newest first. */
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

/** Recent searches, as many as there are. When the shop cannot say, there are none to show. */
export function useRecentSearches(): RecentSearch[] {
  const { status } = useSession();
  const customers = useQuery({ ...customerHistoryQuery, enabled: status === 'customer' });
  const visitors = useQuery({ ...visitorHistoryQuery, enabled: status === 'visitor' });
  return (status === 'customer' ? customers.data : visitors.data) ?? [];
}

/** Puts a search first in the history; a customer's goes to the account. Never fails: a search matters more. */
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
    // The history is as it was.
  }
}

/** Takes texts out of the history at once, and puts them back when the shop refuses. */
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

/** Puts back what was forgotten, in its order. */
export async function restoreSearches(client: QueryClient, entries: RecentSearch[]): Promise<void> {
  for (const { searchtext } of [...entries].reverse()) await addToHistory(client, searchtext);
}

/** After login: what the visitor searched for joins the account's history. Never fails. */
export async function mergeHistory(client: QueryClient): Promise<void> {
  const texts = readStoredHistory();
  storeHistory([]);
  try {
    for (const text of texts.reverse()) await record(text);
    await client.invalidateQueries(customerHistoryQuery);
  } catch {
    // Lost searches are no loss worth a word.
  }
}

async function record(searchtext: string): Promise<HistoryEntry> {
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
