import { useQuery } from '@tanstack/react-query';
import { Languages, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { Badge } from '@/shared/ui/Badge';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { EmptyState } from '@/shared/ui/PageStates';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import { useOffice } from '../use-office-format';
import { SynonymDialog } from './SynonymDialog';
import { type SynonymGroup, synonymsQuery } from './staff-searches-api';
import { useSearchChange } from './use-search-change';

const CLOCK_MS = 60_000;

/** Panel of synonym groups, newest first. */
export function SynonymsPanel() {
  const { t, language } = useOffice();
  const list = useQuery(synonymsQuery);
  const now = useNow(CLOCK_MS);
  const change = useSearchChange();
  const [edited, setEdited] = useState<SynonymGroup | 'new' | null>(null);
  if (list.isPending) return <ListSkeleton />;
  if (!list.data) return <ListFailed error={list.error} onRetry={() => void list.refetch()} />;
  const group = edited === 'new' || edited === null ? undefined : edited;
  return (
    <>
      <div className="o-row o-wrap justify-between px-4 py-3 lg:px-5">
        <p className="o-note">{t('office.searches.synonymsNote')}</p>
        <OfficeButton kind="primary" icon={Plus} onClick={() => setEdited('new')}>
          {t('office.searches.addGroup')}
        </OfficeButton>
      </div>
      <ListNotices isFailing={list.isError} updatedAt={list.dataUpdatedAt} />
      {list.data.length === 0 ? (
        <div className="flex-1">
          <EmptyState
            icon={Languages}
            title={t('office.searches.noGroups')}
            text={t('office.searches.noGroupsText')}
          />
        </div>
      ) : (
        <ul aria-label={t('office.searches.synonyms')} className="o-scroll">
          {list.data.map((one) => (
            <li key={one.group_id} className="o-message">
              <span className="o-small o-muted">
                <LocalizedText>{one.updated_by || t('office.staff')}</LocalizedText>
                {' · '}
                <time dateTime={one.updated_at} title={fullMoment(one.updated_at, language)}>
                  {shortMoment(one.updated_at, now, language)}
                </time>
              </span>
              <span className="o-row o-wrap">
                {one.words.map((word) => (
                  <Badge key={word}>
                    <LocalizedText>{word}</LocalizedText>
                  </Badge>
                ))}
              </span>
              <span className="o-message-end">
                <span className="o-row">
                  <OfficeButton
                    kind="quiet"
                    icon={Pencil}
                    aria-label={t('office.searches.editWords', { words: one.words.join(', ') })}
                    onClick={() => setEdited(one)}
                  >
                    {t('office.searches.edit')}
                  </OfficeButton>
                  <OfficeButton
                    kind="quiet"
                    icon={Trash2}
                    isLoading={change.running === String(one.group_id)}
                    aria-label={t('office.searches.deleteWords', { words: one.words.join(', ') })}
                    onClick={() => void change.deleteGroup(one)}
                  >
                    {t('action.delete')}
                  </OfficeButton>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <SynonymDialog
        isOpen={edited !== null}
        words={group?.words ?? []}
        group={group}
        onClose={() => setEdited(null)}
      />
    </>
  );
}
