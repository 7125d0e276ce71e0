import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { SearchList } from './search-params';

type Schemas = components['schemas'];
export type StaffSearch = Schemas['StaffSearch'];
export type StaffSearches = Schemas['StaffSearches'];
export type SynonymGroup = Schemas['SynonymGroup'];
export type SynonymGroupPage = Schemas['SynonymGroupPage'];
export type SearchRule = Schemas['SearchRule'];
export type SearchRuleKind = Schemas['SearchRuleKind'];

const SEARCHES = '/api/staff/searches';
const SYNONYMS = `${SEARCHES}/synonyms`;
const RULES = `${SEARCHES}/rules`;
const PAGE_SIZE = 50;
/** Poll interval in ms. A change takes effect within five seconds, and the lists show it soon after. */
const POLL_MS = 10_000;

/** Pages of the searches of a view whose text contains `search`. */
export const searchesQuery = (view: SearchList, search: string) =>
  infiniteQueryOptions({
    queryKey: [SEARCHES, view, search],
    queryFn: ({ pageParam: cursor, signal }) =>
      authFetch<StaffSearches>(
        apiUrl(SEARCHES, { view, search: search || undefined, cursor, limit: PAGE_SIZE }),
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });

/** Pages of the synonym groups of which a word contains `search`. */
export const synonymsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [SEARCHES, 'synonyms', search],
    queryFn: ({ pageParam: cursor, signal }) =>
      authFetch<SynonymGroupPage>(
        apiUrl(SYNONYMS, { search: search || undefined, cursor, limit: PAGE_SIZE }),
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });

export const rulesQuery = queryOptions<SearchRule[], Error, SearchRule[], string[]>({
  queryKey: [SEARCHES, RULES],
  queryFn: async ({ signal }) => (await authFetch<{ data: SearchRule[] }>(RULES, { signal })).data,
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: 'always',
});

export const createSynonyms = (words: string[]) =>
  authFetch(SYNONYMS, { method: 'POST', body: { words } });

export const updateSynonyms = ({ group_id: id, version }: SynonymGroup, words: string[]) =>
  authFetch(`${SYNONYMS}/${id}`, { method: 'PUT', body: { words, version } });

/** Deletes a group unless it was changed since it was shown. */
export const deleteSynonyms = ({ group_id: id, version }: SynonymGroup) =>
  authFetch(apiUrl(`${SYNONYMS}/${id}`, { version }), { method: 'DELETE' });

export const setRule = (searchtext: string, action: SearchRuleKind) =>
  authFetch(RULES, { method: 'PUT', body: { searchtext, action } });

export const deleteRule = (searchtext: string) =>
  authFetch(apiUrl(RULES, { searchtext }), { method: 'DELETE' });

/** Invalidates the search queries after a change or a refused one. */
export const renewSearches = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [SEARCHES] });
