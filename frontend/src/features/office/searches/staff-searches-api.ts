import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { SearchList } from './search-params';

type Schemas = components['schemas'];
export type StaffSearch = Schemas['StaffSearch'];
export type StaffSearches = Schemas['StaffSearches'];
export type SynonymGroup = Schemas['SynonymGroup'];
export type SearchRule = Schemas['SearchRule'];
export type SearchRuleKind = Schemas['SearchRuleKind'];

const SEARCHES = '/api/staff/searches';
const SYNONYMS = `${SEARCHES}/synonyms`;
const RULES = `${SEARCHES}/rules`;
const MAX_SEARCHES = 100;
/** Poll interval in ms. A change takes effect within five seconds, and the lists show it soon after. */
const POLL_MS = 10_000;

export function searchesQuery(view: SearchList) {
  const url = apiUrl(SEARCHES, { view, limit: MAX_SEARCHES });
  return queryOptions<StaffSearches, Error, StaffSearches, [string, string]>({
    queryKey: [SEARCHES, url],
    queryFn: ({ signal }) => authFetch<StaffSearches>(url, { signal }),
    staleTime: 0,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
  });
}

export const synonymsQuery = queryOptions<SynonymGroup[], Error, SynonymGroup[], string[]>({
  queryKey: [SEARCHES, SYNONYMS],
  queryFn: async ({ signal }) =>
    (await authFetch<{ data: SynonymGroup[] }>(SYNONYMS, { signal })).data,
  staleTime: 0,
  refetchOnWindowFocus: true,
});

export const rulesQuery = queryOptions<SearchRule[], Error, SearchRule[], string[]>({
  queryKey: [SEARCHES, RULES],
  queryFn: async ({ signal }) => (await authFetch<{ data: SearchRule[] }>(RULES, { signal })).data,
  staleTime: 0,
  refetchOnWindowFocus: true,
});

export const createSynonyms = (words: string[]) =>
  authFetch(SYNONYMS, { method: 'POST', body: { words } });

export const updateSynonyms = ({ group_id: id, version }: SynonymGroup, words: string[]) =>
  authFetch(`${SYNONYMS}/${id}`, { method: 'PUT', body: { words, version } });

export const deleteSynonyms = ({ group_id: id }: SynonymGroup) =>
  authFetch(`${SYNONYMS}/${id}`, { method: 'DELETE' });

export const setRule = (searchtext: string, action: SearchRuleKind) =>
  authFetch(RULES, { method: 'PUT', body: { searchtext, action } });

export const deleteRule = (searchtext: string) =>
  authFetch(apiUrl(RULES, { searchtext }), { method: 'DELETE' });

/** Invalidates the search queries after a change or a refused one. */
export const renewSearches = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [SEARCHES] });
