import { useQuery } from '@tanstack/react-query';
import { SearchCheck } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListSkeleton } from '../ListSkeleton';
import { SearchRow } from './SearchRow';
import { SynonymDialog } from './SynonymDialog';
import type { SearchList } from './search-params';
import { searchesQuery } from './staff-searches-api';
import { useSearchChange } from './use-search-change';

const CLOCK_MS = 60_000;
const HOURS_A_DAY = 24;

/** Panel of recent searches, most visitors first. */
export function SearchesPanel({ view }: { view: SearchList }) {
  const t = useT();
  const list = useQuery(searchesQuery(view));
  const now = useNow(CLOCK_MS);
  const change = useSearchChange();
  const [word, setWord] = useState<string | null>(null);
  if (list.isPending) return <ListSkeleton />;
  if (!list.data) return <ListFailed error={list.error} onRetry={() => void list.refetch()} />;
  const { data: searches, window_hours: hours, min_visitors: minVisitors } = list.data;
  return (
    <>
      <p className="o-note px-4 py-3 lg:px-5">
        {t('office.searches.window', {
          days: Math.ceil(hours / HOURS_A_DAY),
          visitors: minVisitors,
        })}
      </p>
      <ListNotices isFailing={list.isError} updatedAt={list.dataUpdatedAt} />
      {searches.length === 0 ? (
        <div className="flex-1">
          <EmptyState
            icon={SearchCheck}
            title={t('office.searches.none')}
            text={t('office.searches.noneText')}
          />
        </div>
      ) : (
        <ul aria-label={t('office.searches')} className="o-scroll">
          {searches.map((search) => (
            <SearchRow
              key={search.text}
              search={search}
              now={now}
              change={change}
              onSynonym={() => setWord(search.text)}
            />
          ))}
        </ul>
      )}
      <SynonymDialog
        isOpen={word !== null}
        words={word === null ? [] : [word]}
        onClose={() => setWord(null)}
      />
    </>
  );
}
