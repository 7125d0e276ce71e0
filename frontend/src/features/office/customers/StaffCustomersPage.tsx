import '../styles/office-orders.css';
import '../styles/office-people.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { SearchX, UserCheck, Users } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { EmptyState } from '@/shared/ui/PageStates';
import { DataGridStates } from '../grid/DataGridStates';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListPager } from '../ListPager';
import { ListSearch } from '../ListSearch';
import { ListSkeleton } from '../ListSkeleton';
import { useRememberList } from '../last-list';
import { OfficeButton } from '../OfficeButton';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { CustomerList } from './CustomerList';
import { type CustomerParams, parseCustomerParams, withCustomerChange } from './customer-params';
import { type CustomerRow, customersQuery } from './staff-customers-api';

const NO_ROWS: CustomerRow[] = [];

/** List of all accounts, newest first. Search and page are in the address. */
export function StaffCustomersPage() {
  const t = useT();
  const navigate = useNavigate();
  const params = parseCustomerParams(useSearch({ strict: false }));
  const list = useQuery(customersQuery(params));
  useOfficeTitle(t('office.customers'));
  useRememberList('customers', params);
  const go = (search: CustomerParams, state: { isNextPage?: true } = {}) =>
    void navigate({ to: '/staff/customers', search, state });
  const { data: page } = list;
  const next = page?.next_cursor ?? undefined;
  const number = params.page ?? 1;
  return (
    <>
      <OfficeTop title={t('office.customers')} />
      <div className="o-list o-body">
        <CustomerViews view={params.view} search={params.search} />
        <div className="o-filters">
          <ListSearch
            label={t('office.customer.search')}
            value={params.search ?? ''}
            onSearch={(search) => go(withCustomerChange(params, { search }))}
          />
        </div>
        <ListNotices
          isFailing={list.isError && page !== undefined}
          updatedAt={list.dataUpdatedAt}
        />
        <DataGridStates
          list={list}
          isEmpty={page?.data.length === 0}
          Skeleton={ListSkeleton}
          Failed={ListFailed}
          empty={<NoCustomers params={params} onClear={() => go({})} />}
        >
          <CustomerList rows={page?.data ?? NO_ROWS} />
        </DataGridStates>
        {page && (
          <ListPager
            page={number}
            hasNext={next !== undefined}
            onFirst={() => go(withCustomerChange(params, {}))}
            onNext={() => go({ ...params, cursor: next, page: number + 1 }, { isNextPage: true })}
          />
        )}
      </div>
    </>
  );
}

type CustomerViewsProps = Pick<CustomerParams, 'view' | 'search'>;

/** Tabs: all customers, and blocked ones. */
function CustomerViews({ view, search }: CustomerViewsProps) {
  const t = useT();
  const views: [CustomerParams['view'], MessageKey][] = [
    [undefined, 'office.view.all'],
    ['blocked', 'office.customer.blockedView'],
  ];
  return (
    <nav aria-label={t('office.views')} className="o-views">
      {views.map(([one, label]) => (
        <Link
          key={label}
          to="/staff/customers"
          search={{ search, view: one }}
          activeProps={{}}
          aria-current={view === one ? 'page' : undefined}
          className="o-view"
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}

type NoCustomersProps = { params: CustomerParams; onClear: () => void };

/** Empty list: nothing matches the search, or there is no customer yet. */
function NoCustomers({ params, onClear }: NoCustomersProps) {
  const t = useT();
  const isSearched = params.search !== undefined;
  const isBlocked = params.view === 'blocked';
  const title = isBlocked ? 'office.customer.noneBlocked' : 'office.customer.none';
  return (
    <div className="flex-1">
      <EmptyState
        icon={isSearched ? SearchX : isBlocked ? UserCheck : Users}
        tint={isSearched ? 'turmeric' : 'leaf'}
        title={t(isSearched ? 'office.customer.noneFound' : title)}
        text={t(isSearched ? 'office.customer.noneFoundText' : 'office.customer.noneText')}
        actions={
          (isSearched || isBlocked) && (
            <OfficeButton onClick={onClear}>{t('office.customer.clearSearch')}</OfficeButton>
          )
        }
      />
    </div>
  );
}
