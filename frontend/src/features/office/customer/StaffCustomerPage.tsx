import '../styles/office-orders.css';
import '../styles/office-order.css';
import '../styles/office-people.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, UserX } from 'lucide-react';
import { ApiError } from '@/shared/api/client';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { EmptyState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import {
  customerPointsQuery,
  customerQuery,
  undeliverableQuery,
} from '../customers/staff-customers-api';
import { ListFailed } from '../ListFailed';
import { PageNotice } from '../ListNotices';
import { lastList } from '../last-list';
import { OfficeTop } from '../shell/OfficeTop';
import { EXACT } from '../shell/office-entries';
import { useOfficeTitle } from '../shell/use-office-title';
import { fullName } from '../staff-access';
import { staffOrdersQuery } from '../staff-orders-api';
import { useHasLoaded } from '../use-has-loaded';
import { StaffCustomerView } from './StaffCustomerView';

/** Page of one customer: contact, orders, points, notes and access. */
export function StaffCustomerPage() {
  const { cusId = '' } = useParams({ strict: false }) as { cusId?: string };
  return <LoadedCustomer key={cusId} cusId={cusId} />;
}

function LoadedCustomer({ cusId }: { cusId: string }) {
  const t = useT();
  const { data, error, refetch, dataUpdatedAt } = useQuery(customerQuery(cusId));
  const hasPanels = useHasPanels(data?.account.cus_id);
  const title = data ? fullName(data.account) : t('office.role.customer');
  useOfficeTitle(title);
  return (
    <>
      <OfficeTop title={title} crumb={<CustomersCrumb />} back={<BackToCustomers />} />
      <div className="o-body">
        <PageNotice error={error} updatedAt={dataUpdatedAt} />
        {data && hasPanels ? (
          <StaffCustomerView customer={data} />
        ) : error ? (
          <CustomerFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <CustomerSkeleton />
        )}
      </div>
    </>
  );
}

/** Whether the queries of the page's panels have had their first data or errors. */
function useHasPanels(cusId: number | undefined): boolean {
  const enabled = cusId !== undefined;
  const id = cusId ?? 0;
  const orders = useQuery({ ...staffOrdersQuery({ cus_id: id }), enabled });
  const points = useInfiniteQuery({ ...customerPointsQuery(id), enabled });
  const undeliverable = useQuery({ ...undeliverableQuery(id), enabled });
  return useHasLoaded(enabled && [orders, points, undeliverable].every((one) => !one.isPending));
}

/** Breadcrumb of the customer page. */
function CustomersCrumb() {
  const t = useT();
  return (
    <span className="o-crumb max-lg:hidden">
      <Link to="/staff/customers" search={{}} activeOptions={EXACT}>
        {t('office.customers')}
      </Link>
      <Icon of={ChevronRight} size="s" className="flip" />
    </span>
  );
}

/** Back button on phones, to the list as it was last shown. */
function BackToCustomers() {
  const t = useT();
  return (
    <Link
      to="/staff/customers"
      search={lastList('customers')}
      activeOptions={EXACT}
      aria-label={t('office.customer.back')}
      className="o-icon-btn lg:hidden -ms-3"
    >
      <Icon of={ChevronLeft} size="l" className="flip" />
    </Link>
  );
}

function CustomerFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (!isUnknown) return <ListFailed error={error} onRetry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState
        icon={UserX}
        tint="clay"
        title={t('office.customer.unknown')}
        text={t('office.customer.unknownText')}
        actions={
          <Link to="/staff/customers" search={{}} data-kind="outline" className="o-btn">
            {t('office.customer.back')}
          </Link>
        }
      />
    </div>
  );
}

function CustomerSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')} className="o-order">
      <div className="o-panel p-4">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-4 h-24" />
        <Skeleton className="mt-4 h-24" />
      </div>
      <div className="o-panel p-4">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-4 h-32" />
      </div>
    </div>
  );
}
