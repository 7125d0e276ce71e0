import { History, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { usePopularSearches } from '@/domain/search/popular-searches';
import { type RecentSearch, useRecentSearches } from '@/domain/search/search-history';
import { useT } from '@/shared/i18n/language-context';
import { chipStyle } from '@/shared/ui/Chip';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { type OptionContext, SearchOption } from './SearchOption';
import { useRemoveRecentSearch } from './use-remove-recent-search';

type PopularSearchesProps = OptionContext & {
  maxRecent: number;
  onSearch: (text: string) => void;
  /** Reports the entries that the Delete key can remove. */
  onEntries: (entries: RecentSearch[]) => void;
};

/** Suggestions before anything is typed: recent searches and popular searches. */
export function PopularSearches({
  listId,
  active,
  maxRecent,
  onSearch,
  onEntries,
}: PopularSearchesProps) {
  const t = useT();
  const recent = useRecentSearches();
  const shown = recent.slice(0, maxRecent);
  const popular = usePopularSearches();
  const removal = useRemoveRecentSearch();
  useEffect(() => onEntries(recent), [recent, onEntries]);
  if (shown.length + popular.length === 0) {
    return <div role="listbox" id={listId} aria-label={t('search.label')} hidden />;
  }

  return (
    <div className="p-4">
      {shown.length > 0 && (
        <div className="flex min-h-(--tap) items-center justify-between gap-3">
          <Title>{t('search.recent')}</Title>
          <button
            type="button"
            onClick={() => removal.all(recent)}
            className="min-h-(--tap) rounded-sm px-1 text-sm font-semibold text-link hover:underline hover:underline-offset-4"
          >
            {t('search.forgetAll')}
          </button>
        </div>
      )}
      <div role="listbox" id={listId} aria-label={t('search.label')}>
        {shown.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is
          <div role="group" aria-label={t('search.recent')} className="flex flex-wrap gap-2 pb-2">
            {shown.map((entry, index) => (
              <span key={entry.searchtext} role="presentation" className="flex max-w-full">
                <SearchOption
                  listId={listId}
                  active={active}
                  name={`recent-${index}`}
                  onClick={() => onSearch(entry.searchtext)}
                  className={chipStyle(false, 'min-w-0 pe-11!')}
                >
                  <Icon of={History} size="s" />
                  <span className="truncate">{entry.searchtext}</span>
                  <span className="sr-only">, {t('search.forgetHint')}</span>
                </SearchOption>
                {/* For pointers only; the keyboard has the Delete key, and the button above works for both. */}
                <button
                  type="button"
                  aria-hidden
                  tabIndex={-1}
                  title={t('search.forget', { text: entry.searchtext })}
                  onClick={() => removal.one(entry)}
                  className="z-1 -ms-11 grid size-11 flex-none place-items-center rounded-full text-text-3 hover:text-text"
                >
                  <Icon of={X} size="s" />
                </button>
              </span>
            ))}
          </div>
        )}
        {popular.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is
          <div role="group" aria-label={t('search.popular')}>
            <Title>{t('search.popular')}</Title>
            {popular.map(({ searchtext, icount }, index) => (
              <SearchOption
                key={searchtext}
                listId={listId}
                active={active}
                name={`popular-${index}`}
                onClick={() => onSearch(searchtext)}
                className="-mx-2 flex min-h-(--tap) w-[calc(100%+1rem)] items-center gap-4 rounded-sm px-2 text-start text-sm"
              >
                <span className="num w-3.5 font-semibold text-text-3">{index + 1}</span>
                <span className="min-w-0 flex-1 truncate leading-head">{searchtext}</span>
                {/* Curated suggestions have no search counts. */}
                {icount > 0 && (
                  <>
                    <span className="num text-xs text-text-3" aria-hidden>
                      <Ltr>{`${icount}+`}</Ltr>
                    </span>
                    <span className="sr-only">{t('search.visitors', { count: icount })}</span>
                  </>
                )}
              </SearchOption>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function Title({ children }: { children: string }): ReactNode {
  return (
    <p aria-hidden className="py-1 text-sm font-semibold">
      <LocalizedText>{children}</LocalizedText>
    </p>
  );
}
