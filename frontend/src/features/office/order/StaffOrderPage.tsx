import '../styles/office-orders.css';
import '../styles/office-products.css';
import '../styles/office-product.css';
import '../styles/office-order.css';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { PageNotice } from '../ListNotices';
import { OfficeButton } from '../OfficeButton';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { OrderPresence } from './OrderPresence';
import { BackToOrders, OrdersCrumb } from './OrderTopParts';
import { StaffOrderView } from './StaffOrderView';
import { useStaffOrder } from './use-staff-order';

/**
 * Page of one order: status, next step, lines, customer, delivery, documents and log. An address with the number leads to
 * that with the id, by which live changes and responses find the order.
 */
export function StaffOrderPage() {
  const { orderId = '' } = useParams({ strict: false }) as { orderId?: string };
  return <LoadedOrder key={orderId} orderId={orderId} />;
}

function LoadedOrder({ orderId }: { orderId: string }) {
  const t = useT();
  const { order, before, accept, receivedAt, error, refetch } = useStaffOrder(orderId);
  useOfficeTitle(order ? order.number : t('office.order'));
  const id = order ? String(order.order_id) : orderId;
  if (id !== orderId)
    return <Navigate to="/staff/orders/$orderId" params={{ orderId: id }} replace />;
  if (order)
    return (
      <OrderPresence number={order.number}>
        <StaffOrderView
          order={order}
          before={before}
          receivedAt={receivedAt}
          accept={accept}
          notice={<PageNotice error={error} updatedAt={receivedAt} />}
        />
      </OrderPresence>
    );
  return (
    <>
      <OfficeTop title={t('office.order')} crumb={<OrdersCrumb />} back={<BackToOrders />} />
      <div className="o-body">
        {error ? <OrderFailed error={error} onRetry={refetch} /> : <OrderSkeleton />}
      </div>
    </>
  );
}

function OrderFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        tint="clay"
        title={t(isUnknown ? 'office.orderUnknown' : 'office.orderFailed')}
        text={isUnknown ? t('office.orderUnknownText') : errorText(t, error)}
        actions={
          isUnknown ? (
            <Link to="/staff/orders" search={{}} data-kind="outline" className="o-btn">
              {t('office.backToOrders')}
            </Link>
          ) : (
            <OfficeButton kind="primary" icon={RefreshCw} onClick={onRetry}>
              {t('action.retry')}
            </OfficeButton>
          )
        }
      />
    </div>
  );
}

function OrderSkeleton() {
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
