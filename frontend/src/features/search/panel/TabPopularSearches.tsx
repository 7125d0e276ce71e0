import { History, X } from 'lucide-react';
import { usePopularSearches } from '@/domain/search/popular-searches';
import { useRecentSearches } from '@/domain/search/search-history';
import { useT } from '@/shared/i18n/language-context';
import { chipStyle } from '@/shared/ui/Chip';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { useRemoveRecentSearch } from '../use-remove-recent-search';

const MAX_RECENT = 6;

/** Popular and recent searches, shown before anything is typed. */
export function TabPopularSearches({ onSearch }: { onSearch: (text: string) => void }) {
  const t = useT();
  const recent = useRecentSearches();
  const popular = usePopularSearches();
  const removal = useRemoveRecentSearch();
  return (
    <>
      {recent.length > 0 && (
        <section aria-labelledby="tab-recent" className="pt-2">
          <div className="flex items-center justify-between gap-3">
            <h2 id="tab-recent" className="text-md">
              <LocalizedText>{t('search.recent')}</LocalizedText>
            </h2>
            <button
              type="button"
              onClick={() => removal.all(recent)}
              className="min-h-(--tap) rounded-sm px-1 text-sm font-semibold text-link"
            >
              {t('search.forgetAll')}
            </button>
          </div>
          <ul className="flex flex-wrap gap-2">
            {recent.slice(0, MAX_RECENT).map((entry) => (
              <li key={entry.searchtext} className="flex max-w-full">
                <button
                  type="button"
                  onClick={() => onSearch(entry.searchtext)}
                  className={chipStyle(false, 'min-w-0 pe-11!')}
                >
                  <Icon of={History} size="s" />
                  <span className="truncate">{entry.searchtext}</span>
                </button>
                <button
                  type="button"
                  aria-label={t('search.forget', { text: entry.searchtext })}
                  onClick={() => removal.one(entry)}
                  className="z-1 -ms-11 grid size-11 flex-none place-items-center rounded-full text-text-3"
                >
                  <Icon of={X} size="s" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {popular.length > 0 && (
        <section aria-labelledby="tab-popular" className="pt-4">
          <h2 id="tab-popular" className="py-1 text-md">
            <LocalizedText>{t('search.popular')}</LocalizedText>
          </h2>
          <ol>
            {popular.map(({ searchtext }, index) => (
              <li key={searchtext}>
                <button
                  type="button"
                  onClick={() => onSearch(searchtext)}
                  className="flex min-h-(--tap) w-full items-center gap-4 rounded-sm text-start text-sm"
                >
                  <span className="num w-3.5 font-semibold text-text-3">{index + 1}</span>
                  <span className="min-w-0 flex-1 truncate leading-head">{searchtext}</span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
