import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Package } from 'lucide-react';
import { AccountLayout } from '@/domain/session/AccountLayout';
import { CustomerOnly } from '@/domain/session/CustomerOnly';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { EmptyState, ErrorState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { OrderRow } from './OrderRow';
import { ordersQuery, PAGE_SIZE } from './order-api';

const route = getRouteApi('/account/orders');

export function OrdersPage() {
  const t = useT();
  const { page = 1 } = route.useSearch();
  usePageTitle(t('session.orders'));
  return (
    <AccountLayout title={t('session.orders')}>
      <CustomerOnly pending={<Pending />}>
        <Orders page={page} />
      </CustomerOnly>
    </AccountLayout>
  );
}

function Orders({ page }: { page: number }) {
  const t = useT();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...ordersQuery(page),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Pending />;
  }
  const last = Math.max(1, Math.ceil(data.total / PAGE_SIZE));
  if (data.data.length === 0) {
    return (
      <EmptyState
        icon={Package}
        tint="indigo"
        title={t(page > 1 ? 'orders.pastEnd' : 'orders.none')}
        text={page > 1 ? undefined : t('orders.noneText')}
        actions={
          <Link to={page > 1 ? '/account/orders' : '/shop'} className={buttonStyle('primary')}>
            {t(page > 1 ? 'shop.toFirst' : 'nav.allProducts')}
          </Link>
        }
      />
    );
  }
  return (
    <>
      <ul
        aria-busy={isPlaceholderData}
        className={cx('grid gap-3', isPlaceholderData && 'opacity-60')}
      >
        {data.data.map((order) => (
          <OrderRow key={order.order_id} order={order} />
        ))}
      </ul>
      {last > 1 && <Pages page={page} last={last} />}
    </>
  );
}

function Pages({ page, last }: { page: number; last: number }) {
  const t = useT();
  const to = (target: number) => ({ page: target > 1 ? target : undefined });
  return (
    <nav aria-label={t('orders.pages')} className="mt-5 flex items-center justify-center gap-3">
      {page > 1 && (
        <Link to="/account/orders" search={to(page - 1)} className={buttonStyle('outline')}>
          <Icon of={ChevronLeft} className="flip" />
          {t('action.previous')}
        </Link>
      )}
      <span className="num text-sm text-text-3">{t('orders.page', { page, last })}</span>
      {page < last && (
        <Link to="/account/orders" search={to(page + 1)} className={buttonStyle('outline')}>
          {t('action.next')}
          <Icon of={ChevronRight} className="flip" />
        </Link>
      )}
    </nav>
  );
}

function Pending() {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')} className="grid gap-3">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-28 rounded-lg" />
      ))}
    </div>
  );
}
