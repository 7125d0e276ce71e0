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
 * Suggestions and results for the typed text. A response is used only for its own text; its request is aborted when the
 * text changes. While `isWaiting`, `found` belongs to the previous text.
 */
export function useSearch(typed: string, limits: SearchLimits) {
  const text = searchText(typed);
  const settled = useDebouncedValue(text, DEBOUNCE_MS);
  const isLong = isSearchable(text);
  const suggestions = useQuery({ ...suggestionsQuery(settled), enabled: settled !== '' });
  const found = useQuery({
    ...typeaheadQuery(settled, limits.results),
    enabled: isSearchable(settled),
  });
  const isWaiting = text !== settled || (isLong && found.isFetching);
  const isNothing = isUnsearchableText(found.error);
  return {
    text,
    isWaiting,
    suggestions: text ? others(suggestions.data?.result ?? [], text, limits.suggestions) : [],
    /** Whether the suggestions belong to the previous text. */
    isFormer: text !== settled || suggestions.isPlaceholderData,
    found: isLong && !isNothing ? (found.data as SearchResults | undefined) : undefined,
    isNothing: isLong && !isWaiting && (isNothing || found.data?.total === 0),
    error: isLong && !isWaiting && !isNothing ? found.error : null,
    retry: () => void found.refetch(),
  };
}

/** Suggestions without the typed text itself. */
function others(suggestions: string[], text: string, limit: number): string[] {
  return suggestions.filter((suggestion) => !isSameText(suggestion, text)).slice(0, limit);
}
