import { LoaderCircle, ScanSearch, Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isSearchable, searchText } from '@/domain/search/search-text';
import { useSubmitSearch } from '@/domain/search/use-submit-search';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { SearchError } from '../SearchError';
import { useSearch } from '../use-search';
import { TabEmpty } from './TabEmpty';
import { TabPopularSearches } from './TabPopularSearches';
import { TabResult } from './TabResult';
import { TabSuggestions } from './TabSuggestions';

const LIMITS = { suggestions: 8, results: 10 };

type SearchTabProps = { onFollow: () => void; onOpenImageSearch: () => void };

/** Search tab of the mobile panel. */
export function SearchTab({ onFollow, onOpenImageSearch }: SearchTabProps) {
  const t = useT();
  const goTo = useSubmitSearch('q');
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const searching = useSearch(typed, LIMITS);
  const { text, isWaiting, isFormer, suggestions, found, isNothing, error, retry } = searching;
  useEffect(() => input.current?.focus(), []);

  const search = (wanted: string, options?: { asIs?: boolean }) => {
    setTyped('');
    onFollow();
    goTo(wanted, options);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSearchable(searchText(typed))) search(typed);
  };
  const again = () => {
    setTyped('');
    input.current?.focus();
  };

  return (
    <div className="flex-1 overflow-auto overscroll-contain px-5 py-3.5">
      <search>
        <form onSubmit={submit} className="flex gap-2">
          <div className="flex min-h-12 min-w-0 flex-1 items-center rounded-md bg-surface-3 ps-4 focus-within:bg-surface focus-inside focus-within:focus-ring">
            <input
              ref={input}
              type="text"
              enterKeyHint="search"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              aria-label={t('search.label')}
              placeholder={t('search.label')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="min-h-12 min-w-0 flex-1 bg-transparent text-md leading-head focus-none"
            />
            {typed && (
              <button
                type="button"
                aria-label={t('search.clear')}
                onClick={again}
                className="grid size-11 flex-none place-items-center rounded-md text-text-3"
              >
                <Icon of={X} size="s" />
              </button>
            )}
            <button
              type="button"
              aria-label={t('search.byImage')}
              aria-haspopup="dialog"
              onClick={onOpenImageSearch}
              className="me-0.5 grid size-11 flex-none place-items-center rounded-md text-link"
            >
              <Icon of={ScanSearch} />
            </button>
          </div>
          <Button type="submit" aria-label={t('search.submit')} className="min-h-12! px-3.5!">
            <Icon of={Search} />
          </Button>
        </form>
      </search>
      <p
        role="status"
        className="num flex items-center gap-1.5 text-sm text-text-3 not-empty:min-h-9 not-empty:pt-2"
      >
        {isWaiting && text ? (
          <>
            <Icon of={LoaderCircle} size="s" className="animate-spin" />
            <LocalizedText>{t('search.searching')}</LocalizedText>
          </>
        ) : (
          found && t('search.count', { count: found.total })
        )}
      </p>
      {text === '' && <TabPopularSearches onSearch={(wanted) => search(wanted)} />}
      {suggestions.length > 0 && (
        <TabSuggestions
          texts={suggestions}
          isFormer={isFormer}
          onSearch={(wanted) => search(wanted)}
        />
      )}
      {error && <SearchError error={error} onRetry={retry} onFollow={onFollow} />}
      {found && found.products.length > 0 && (
        <ul aria-label={t('search.found')} aria-busy={isWaiting} className="py-2">
          {found.products.map((product) => (
            <TabResult key={product.pro_id} product={product} onFollow={onFollow} />
          ))}
        </ul>
      )}
      {found && found.total > 0 && !isWaiting && (
        <Button kind="soft" onClick={() => search(typed, { asIs: true })} className="w-full">
          {t('search.viewResults', { count: found.total })}
        </Button>
      )}
      {isNothing && <TabEmpty text={text} onAgain={again} />}
    </div>
  );
}
