import '../styles/office-orders.css';
import '../styles/office-people.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ScrollText, SearchX } from 'lucide-react';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { CsvButton } from '../CsvButton';
import { DataGridStates } from '../grid/DataGridStates';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListPager } from '../ListPager';
import { ListSkeleton } from '../ListSkeleton';
import { OfficeButton } from '../OfficeButton';
import { PeopleViews } from '../people/PeopleViews';
import { allPeopleQuery } from '../people/staff-people-api';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { AuditFilters } from './AuditFilters';
import { AuditList } from './AuditList';
import {
  type AuditParams,
  auditFilterCount,
  parseAuditParams,
  withAuditChange,
} from './audit-params';
import { type AuditEntry, auditCsvUrl, auditQuery } from './staff-audit-api';

const CLOCK_MS = 60_000;
const NO_ENTRIES: AuditEntry[] = [];

/** Audit log of staff actions, newest first. Filters and page are in the address. */
export function StaffAuditPage() {
  const t = useT();
  const navigate = useNavigate();
  const params = parseAuditParams(useSearch({ strict: false }));
  const list = useQuery(auditQuery(params));
  const { data: people } = useQuery(allPeopleQuery);
  const now = useNow(CLOCK_MS);
  useOfficeTitle(t('office.audit'));
  const go = (search: AuditParams, state: { isNextPage?: true } = {}) =>
    void navigate({ to: '/staff/audit', search, state });
  const change = (next: AuditParams) => go(withAuditChange(params, next));
  const page = params.page ?? 1;
  const next = list.data?.next_cursor ?? undefined;
  return (
    <>
      <OfficeTop title={t('office.audit')}>
        <CsvButton url={auditCsvUrl(params)} name="audit" />
      </OfficeTop>
      <div className="o-list o-body">
        <PeopleViews here="audit" count={people?.length} />
        <AuditFilters params={params} onChange={change} />
        <ListNotices
          isFailing={list.isError && list.data !== undefined}
          updatedAt={list.dataUpdatedAt}
        />
        <DataGridStates
          list={list}
          isEmpty={list.data?.data.length === 0}
          Skeleton={ListSkeleton}
          Failed={ListFailed}
          empty={<NoEntries params={params} onChange={change} />}
        >
          <AuditList entries={list.data?.data ?? NO_ENTRIES} now={now} />
        </DataGridStates>
        {list.data && (
          <ListPager
            page={page}
            hasNext={next !== undefined}
            onFirst={() => change({})}
            onNext={() => go({ ...params, cursor: next, page: page + 1 }, { isNextPage: true })}
          />
        )}
      </div>
    </>
  );
}

type NoEntriesProps = { params: AuditParams; onChange: (change: AuditParams) => void };

/** Empty audit log: nothing matches the filters, or there is no entry yet. */
function NoEntries({ params, onChange }: NoEntriesProps) {
  const t = useT();
  const isNarrowed = auditFilterCount(params) > 0 || params.search !== undefined;
  const clear = { search: undefined, cus_id: undefined, from: undefined, to: undefined };
  return (
    <div className="flex-1">
      <EmptyState
        icon={isNarrowed ? SearchX : ScrollText}
        tint={isNarrowed ? 'turmeric' : 'leaf'}
        title={t(isNarrowed ? 'office.auditNoneFound' : 'office.auditNone')}
        text={t(isNarrowed ? 'office.noneFoundText' : 'office.auditNoneText')}
        actions={
          isNarrowed && (
            <OfficeButton onClick={() => onChange(clear)}>
              {t('office.filter.clearAll')}
            </OfficeButton>
          )
        }
      />
    </div>
  );
}
