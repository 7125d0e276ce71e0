import { useInfiniteQuery } from '@tanstack/react-query';
import { Languages, Plus } from 'lucide-react';
import { useState } from 'react';
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
import { SynonymDialog } from './SynonymDialog';
import { SynonymRow } from './SynonymRow';
import { type SynonymGroup, synonymsQuery } from './staff-searches-api';
import { useSearchChange } from './use-search-change';
import { type ShownPages, useShownPages } from './use-shown-pages';

const CLOCK_MS = 60_000;

type SynonymsPanelProps = ShownPages & {
  search: string;
  onSearch: (search: string | undefined) => void;
};

/** Panel of synonym groups, newest first. */
export function SynonymsPanel({ search, onSearch, ...shown }: SynonymsPanelProps) {
  const t = useT();
  const list = useInfiniteQuery(synonymsQuery(search));
  const showMore = useShownPages(list, shown);
  const now = useNow(CLOCK_MS);
  const change = useSearchChange();
  const [edited, setEdited] = useState<SynonymGroup | 'new' | null>(null);
  if (list.isPending) return <ListSkeleton />;
  if (!list.data) return <ListFailed error={list.error} onRetry={() => void list.refetch()} />;
  const { rows: groups, total } = rowsOf(list.data, (one) => one.group_id);
  const group = edited === 'new' || edited === null ? undefined : edited;
  return (
    <>
      <div className="o-row o-wrap justify-between px-4 py-3 lg:px-5">
        <p className="o-note">{t('office.searches.synonymsNote')}</p>
        <div className="o-row o-wrap">
          <ListSearch label={t('office.searches.searchWords')} value={search} onSearch={onSearch} />
          <OfficeButton kind="primary" icon={Plus} onClick={() => setEdited('new')}>
            {t('office.searches.addGroup')}
          </OfficeButton>
        </div>
      </div>
      <ListNotices isFailing={list.isError} updatedAt={list.dataUpdatedAt} />
      {groups.length === 0 ? (
        <div className="flex-1">
          <EmptyState
            icon={Languages}
            title={t(search ? 'office.searches.noneFound' : 'office.searches.noGroups')}
            text={t(search ? 'office.searches.noneFoundText' : 'office.searches.noGroupsText')}
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
        <ul aria-label={t('office.searches.synonyms')} className="o-scroll">
          {groups.map((one) => (
            <SynonymRow
              key={one.group_id}
              group={one}
              now={now}
              change={change}
              onEdit={() => setEdited(one)}
            />
          ))}
        </ul>
      )}
      <FoundCount
        count={groups.length}
        total={total}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={showMore}
      />
      <SynonymDialog
        isOpen={edited !== null}
        words={group?.words ?? []}
        group={group}
        onClose={() => setEdited(null)}
      />
    </>
  );
}
