import { Link } from '@tanstack/react-router';
import { PackageX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '@/domain/orders/order-types';
import { CustomerOnly } from '@/domain/session/CustomerOnly';
import { ApiError } from '@/shared/api/client';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { EmptyState, ErrorState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { SplitPageSkeleton } from '@/shared/ui/SplitPageSkeleton';
import { useOrder } from './use-order';

export type OrderView = { order: Order } & Omit<ReturnType<typeof useOrder>, 'order'>;
type OrderGateProps = { orderId: string; children: (view: OrderView) => ReactNode };

/** Shows an order to its owner; for all other users it is not found. */
export function OrderGate(props: OrderGateProps) {
  return (
    <CustomerOnly pending={<OrderPending />}>
      <OwnOrder {...props} />
    </CustomerOnly>
  );
}

function OwnOrder({ orderId, children }: OrderGateProps) {
  const t = useT();
  const { order, ...rest } = useOrder(orderId);
  if (order) return children({ order, ...rest });
  if (rest.error instanceof ApiError && [400, 404].includes(rest.error.status)) {
    return (
      <EmptyState
        headingLevel="h1"
        icon={PackageX}
        tint="clay"
        title={t('order.unknown')}
        actions={
          <Link to="/account/orders" className={buttonStyle('primary')}>
            {t('session.orders')}
          </Link>
        }
      />
    );
  }
  if (rest.error) return <ErrorState error={rest.error} onRetry={() => void rest.refetch()} />;
  return <OrderPending />;
}

/** Placeholder of an order that loads, or whose page is about to be left. */
export function OrderPending() {
  return (
    <SplitPageSkeleton>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-9 w-72" />
      <Skeleton className="h-96 rounded-lg" />
    </SplitPageSkeleton>
  );
}
