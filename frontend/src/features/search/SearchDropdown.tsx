import { useMemo } from 'react';
import { usePopularSearches } from '@/domain/search/popular-searches';
import { type RecentSearch, useRecentSearches } from '@/domain/search/search-history';
import { MAX_RECENT } from '@/domain/search/stored-search-history';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { PopularSearches } from './PopularSearches';
import type { OptionContext } from './SearchOption';
import { SearchResults } from './SearchResults';
import { useRemoveRecentSearch } from './use-remove-recent-search';
import { useSearch } from './use-search';

/** Maximum number of products: two columns of three, or a phone's screen. */
const MAX_RESULTS = 6;
const MAX_SUGGESTIONS = 10;
const MAX_RECENT_ON_PHONE = 5;

export type SearchDropdownProps = OptionContext & {
  typed: string;
  onSearch: (text: string) => void;
  onFollow: () => void;
  onClose: () => void;
  onRetry: () => void;
  /** Receives the handler of the Delete key for the visible options. */
  onRemove: (removal: (option: string) => boolean) => void;
};

/** Dropdown of the header's search box. */
export function SearchDropdown(props: SearchDropdownProps) {
  const { typed, listId, active, onSearch, onClose, onRemove } = props;
  const searching = useSearch(typed, { suggestions: MAX_SUGGESTIONS, results: MAX_RESULTS });
  const removal = useRemoveRecentSearch();
  const isWide = useMemo(() => matchMedia('(width >= 64rem)').matches, []);
  const suggestions = [...useRecentSearches(), ...usePopularSearches()];
  const isVisible = searching.text !== '' || suggestions.length > 0;
  // On screens narrower than a desktop, the dropdown covers the page, unless there is nothing to
  // suggest.
  useBackCloses(!isWide && isVisible, onClose);

  const reportEntries = useMemo(
    () => (entries: RecentSearch[]) =>
      onRemove((option) => {
        const [, index] = option.match(/-recent-(\d+)$/) ?? [];
        const entry = index === undefined ? undefined : entries[Number(index)];
        if (entry) removal.one(entry);
        return entry !== undefined;
      }),
    [onRemove, removal.one],
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press in here leaves the focus in the text
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full mt-2 max-h-[calc(100dvh-10rem)] overflow-auto overscroll-contain rounded-lg bg-surface text-text shadow-3 has-[>[hidden]]:hidden max-lg:mx-(--gutter) max-lg:mt-0"
    >
      {searching.text === '' ? (
        <PopularSearches
          listId={listId}
          active={active}
          maxRecent={isWide ? MAX_RECENT : MAX_RECENT_ON_PHONE}
          onSearch={onSearch}
          onEntries={reportEntries}
        />
      ) : (
        <SearchResults {...props} state={searching} />
      )}
    </div>
  );
}
