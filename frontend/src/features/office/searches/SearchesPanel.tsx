import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchCheck } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListSearch } from '../ListSearch';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeButton } from '../OfficeButton';
import { FoundCount } from './FoundCount';
import { rowsOf } from './list-pages';
import { SearchRow } from './SearchRow';
import { SynonymDialog } from './SynonymDialog';
import type { SearchList } from './search-params';
import { searchesQuery } from './staff-searches-api';
import { useSearchChange } from './use-search-change';
import { type ShownPages, useShownPages } from './use-shown-pages';

const CLOCK_MS = 60_000;
const HOURS_A_DAY = 24;

type SearchesPanelProps = ShownPages & {
  view: SearchList;
  search: string;
  onSearch: (search: string | undefined) => void;
};

/** Panel of recent searches, most visitors first. */
export function SearchesPanel({ view, search, onSearch, ...shown }: SearchesPanelProps) {
  const t = useT();
  const list = useInfiniteQuery(searchesQuery(view, search));
  const showMore = useShownPages(list, shown);
  const now = useNow(CLOCK_MS);
  const change = useSearchChange();
  const [word, setWord] = useState<string | null>(null);
  if (list.isPending) return <ListSkeleton />;
  if (!list.data) return <ListFailed error={list.error} onRetry={() => void list.refetch()} />;
  const first = list.data.pages[0];
  const { window_hours: hours = 0, min_visitors: visitors = 0 } = first ?? {};
  const limit = first?.limited_to ?? null;
  const { rows: searches, total } = rowsOf(list.data, ({ text }) => text);
  return (
    <>
      <div className="o-row o-wrap justify-between px-4 py-3 lg:px-5">
        <p className="o-note">
          {t('office.searches.window', { days: Math.ceil(hours / HOURS_A_DAY), visitors })}
          {limit !== null && <br />}
          {limit !== null && t('office.searches.limited', { count: formatNumber(limit) })}
        </p>
        <ListSearch label={t('office.searches.search')} value={search} onSearch={onSearch} />
      </div>
      <ListNotices isFailing={list.isError} updatedAt={list.dataUpdatedAt} />
      {searches.length === 0 ? (
        <div className="flex-1">
          <EmptyState
            icon={SearchCheck}
            title={t(search ? 'office.searches.noneFound' : 'office.searches.none')}
            text={t(search ? 'office.searches.noneFoundText' : 'office.searches.noneText')}
            actions={
              search && (
                <OfficeButton onClick={() => onSearch(undefined)}>
                  {t('office.searchClear')}
                </OfficeButton>
              )
            }
          />
        </div>
      ) : (
        <ul aria-label={t('office.searches')} className="o-scroll">
          {searches.map((one) => (
            <SearchRow
              key={one.text}
              search={one}
              now={now}
              change={change}
              onSynonym={() => setWord(one.text)}
            />
          ))}
        </ul>
      )}
      <FoundCount
        count={searches.length}
        total={total}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={showMore}
      />
      <SynonymDialog
        isOpen={word !== null}
        words={word === null ? [] : [word]}
        onClose={() => setWord(null)}
      />
    </>
  );
}
