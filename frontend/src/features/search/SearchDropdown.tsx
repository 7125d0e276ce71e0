import { useMemo } from 'react';
import type { RecentSearch } from '@/domain/search/search-history';
import { MOST_RECENT } from '@/domain/search/stored-search-history';
import { Trends } from './PopularSearches';
import type { OptionOf } from './SearchOption';
import { Results } from './SearchResults';
import { useForget } from './use-remove-recent-search';
import { useSearch } from './use-search';

/** A grid of two columns and three rows, or a phone's screen. */
const RESULTS = 6;
const SUGGESTIONS = 10;
const MOST_RECENT_ON_PHONE = 5;

export type SearchDropdownProps = OptionOf & {
  typed: string;
  onSearch: (text: string) => void;
  onFollow: () => void;
  onClose: () => void;
  onAgain: () => void;
  /** Told what the Delete key does to the options in sight. */
  onForget: (forget: (option: string) => boolean) => void;
};

/** What unfolds under the header's search box. */
export function SearchDropdown(props: SearchDropdownProps) {
  const { typed, listId, active, onSearch, onForget } = props;
  const searching = useSearch(typed, { suggestions: SUGGESTIONS, results: RESULTS });
  const forget = useForget();
  const isWide = useMemo(() => matchMedia('(width >= 64rem)').matches, []);

  const tellEntries = useMemo(
    () => (entries: RecentSearch[]) =>
      onForget((option) => {
        const [, index] = option.match(/-recent-(\d+)$/) ?? [];
        const entry = index === undefined ? undefined : entries[Number(index)];
        if (entry) forget.one(entry);
        return entry !== undefined;
      }),
    [onForget, forget.one],
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press in here leaves the focus in the text
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full mt-2 max-h-[calc(100dvh-10rem)] overflow-auto overscroll-contain rounded-lg bg-surface text-text shadow-3 has-[>[hidden]]:hidden max-lg:mx-(--gutter) max-lg:mt-0"
    >
      {searching.text === '' ? (
        <Trends
          listId={listId}
          active={active}
          mostRecent={isWide ? MOST_RECENT : MOST_RECENT_ON_PHONE}
          onSearch={onSearch}
          onEntries={tellEntries}
        />
      ) : (
        <Results {...props} searching={searching} />
      )}
    </div>
  );
}
