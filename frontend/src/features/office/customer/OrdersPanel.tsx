import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Plus } from 'lucide-react';
import { useNow } from '@/shared/hooks/use-now';
import { errorText } from '@/shared/i18n/error-text';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';
import { Skeleton } from '@/shared/ui/Skeleton';
import type { CustomerProfile } from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { OfficeKip } from '../OfficeKip';
import { fullMoment, shortMoment } from '../office-dates';
import { statusLook } from '../order-labels';
import { StateBadge } from '../StateBadge';
import { staffOrdersQuery } from '../staff-orders-api';
import { useOffice } from '../use-office-format';

const CLOCK_MS = 60_000;
/** Number of orders shown here. */
const SHOWN = 5;

/** Panel with the customer's newest orders and a link to all. */
export function OrdersPanel({
  customer: { account, order_count: count, block, erasure },
}: {
  customer: CustomerProfile;
}) {
  const { t, language } = useOffice();
  const now = useNow(CLOCK_MS);
  const search = { cus_id: account.cus_id };
  const list = useQuery(staffOrdersQuery(search));
  const orders = list.data?.data.slice(0, SHOWN);
  return (
    <section aria-labelledby="customer-orders" className="o-panel">
      <div className="o-panel-head">
        <h2 id="customer-orders" className="o-h2">
          {t('office.orders')}
          {count !== null && <span className="o-muted font-normal tabular-nums"> · {count}</span>}
        </h2>
        {!block && !erasure && (
          <Link to="/staff/orders/new" search={search} data-kind="link" className="o-btn">
            <Icon of={Plus} size="s" />
            {t('office.new.title')}
          </Link>
        )}
        {orders && orders.length > 0 && (
          <Link to="/staff/orders" search={search} data-kind="link" className="o-btn">
            {t('office.customer.allOrders')}
            <Icon of={ChevronRight} size="s" className="flip" />
          </Link>
        )}
      </div>
      {list.isPending && (
        <div className="o-panel-body" role="status" aria-label={t('state.loading')}>
          <Skeleton className="h-24" />
        </div>
      )}
      {list.isError && !orders && (
        <div role="alert" className="o-panel-body o-row o-wrap">
          <span className="o-grow">{errorText(t, list.error) ?? t('office.listFailed')}</span>
          <OfficeButton onClick={() => void list.refetch()}>{t('action.retry')}</OfficeButton>
        </div>
      )}
      {orders?.length === 0 && (
        <p className="o-panel-body o-muted">{t('office.customer.noOrders')}</p>
      )}
      {orders && orders.length > 0 && (
        <ul>
          {orders.map((order) => (
            <li key={order.order_id} className="o-person">
              <Link
                to="/staff/orders/$orderId"
                params={{ orderId: order.order_id }}
                className="o-link inline-flex min-h-11 lg:min-h-9 items-center tabular-nums"
              >
                <Ltr>{order.number}</Ltr>
              </Link>
              <span className="o-row o-wrap gap-2">
                <StateBadge look={statusLook(order.status, order.delivery.method)} />
                <time
                  dateTime={order.created_at}
                  title={fullMoment(order.created_at, language)}
                  className="o-note"
                >
                  {shortMoment(order.created_at, now, language)}
                </time>
              </span>
              <OfficeKip value={order.total} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
