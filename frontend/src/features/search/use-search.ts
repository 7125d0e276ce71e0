import { useQuery } from '@tanstack/react-query';
import {
  isUnsearchableText,
  suggestionsQuery,
  typeaheadQuery,
} from '@/domain/search/search-queries';
import { isSameText, isSearchable, searchText } from '@/domain/search/search-text';
import type { SearchResults } from '@/shared/api/types';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';

const DEBOUNCE_MS = 500;

type SearchLimits = { suggestions: number; results: number };

export type SearchState = ReturnType<typeof useSearch>;

/**
 * What the shop says to what is being typed. Every answer belongs to its own text: one that comes late is none of the
 * present text's, and its call is given up as soon as the text changes. `found` is the former text's while `isWaiting`.
 */
export function useSearch(typed: string, most: SearchLimits) {
  const text = searchText(typed);
  const settled = useDebouncedValue(text, DEBOUNCE_MS);
  const isLong = isSearchable(text);
  const suggestions = useQuery({ ...suggestionsQuery(settled), enabled: settled !== '' });
  const found = useQuery({
    ...typeaheadQuery(settled, most.results),
    enabled: isSearchable(settled),
  });
  const isWaiting = text !== settled || (isLong && found.isFetching);
  const isNothing = isUnsearchableText(found.error);
  return {
    text,
    isWaiting,
    suggestions: text ? others(suggestions.data?.result ?? [], text, most.suggestions) : [],
    /** The suggestions are the former text's. */
    isFormer: text !== settled || suggestions.isPlaceholderData,
    found: isLong && !isNothing ? (found.data as SearchResults | undefined) : undefined,
    isNothing: isLong && !isWaiting && (isNothing || found.data?.total === 0),
    error: isLong && !isWaiting && !isNothing ? found.error : null,
    retry: () => void found.refetch(),
  };
}

/** Without the text itself, which is searched for already. */
function others(suggestions: string[], text: string, most: number): string[] {
  return suggestions.filter((suggestion) => !isSameText(suggestion, text)).slice(0, most);
}
