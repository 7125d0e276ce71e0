import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, apiUrl, getJson, getQuery } from '@/shared/api/client';
import type {
  Envelope,
  PopularSearch,
  SearchParams,
  SearchResults,
  Suggestions,
} from '@/shared/api/types';
import { consumeSubmitted } from './search-analytics';

/**
 * Query of a product search. Its cache key omits `record`, which counts a submitted search, because the edge seeds the
 * cache without it.
 */
export function searchQuery(params: SearchParams) {
  const url = apiUrl('/api/v1/search-product', params);
  return {
    ...queryOptions<SearchResults, ApiError, SearchResults, [string]>({
      queryKey: [url],
      queryFn: ({ signal }) => {
        const isCounted = params.page === 1 && consumeSubmitted(params.search);
        return getJson<SearchResults>(isCounted ? `${url}&record=1` : url, signal);
      },
    }),
    placeholderData: keepPreviousData,
  };
}

/** Hits under the search box. A failure is shown without a retry, because the next key press sends another request. */
export const typeaheadQuery = (search: string, limit: number) => ({
  ...searchQuery({ search, limit }),
  retry: false,
});

export const suggestionsQuery = (keyword: string) => ({
  ...getQuery<Suggestions>('/api/v1/keywork', { keyword }),
  placeholderData: keepPreviousData,
  retry: false,
});

/**
 * Whether the server refused a text because it has nothing to search for, such as only punctuation, emoji or tone
 * marks.
 */
export const isUnsearchableText = (error: unknown) =>
  error instanceof ApiError && error.reason === 'search_text';

/** Number of popular searches that are shown. */
const MAX_POPULAR = 8;

/** Popular searches in the script of a language, given by its tag, or all of them if there are none in it. */
export const popularQuery = (tag: string) => ({
  ...getQuery<Envelope<PopularSearch[]>>('/api/v1/suggetsearch', {
    language: tag.slice(0, 2),
    limit: MAX_POPULAR,
  }),
  retry: false,
});
