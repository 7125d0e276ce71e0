import { getRouteApi, Link } from '@tanstack/react-router';
import { Printer, QrCode } from 'lucide-react';
import { Invoice } from '@/domain/orders/Invoice';
import type { Order } from '@/domain/orders/order-types';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { Breadcrumbs } from '@/shared/ui/Breadcrumbs';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { splitStyle } from '@/shared/ui/split-style';
import { BuyAgain } from './BuyAgain';
import { CancelOrder } from './CancelOrder';
import { OrderAside } from './OrderAside';
import { OrderFacts } from './OrderFacts';
import { OrderGate } from './OrderGate';
import { OrderHeading } from './OrderHeading';
import { OrderHistory } from './OrderHistory';
import { isAwaited } from './payment-polling';

const route = getRouteApi('/account/orders/$orderId');

export function OrderPage() {
  const t = useT();
  const { orderId } = route.useParams();
  usePageTitle(t('order.title'));
  return (
    <div className="wrap pb-10">
      <div className="print:hidden">
        <Breadcrumbs
          trail={[{ label: t('session.orders'), link: { to: '/account/orders' } }]}
          current={t('order.title')}
        />
      </div>
      <OrderGate orderId={orderId}>{({ order }) => <Whole order={order} />}</OrderGate>
    </div>
  );
}

function Whole({ order }: { order: Order }) {
  const t = useT();
  return (
    <>
      <div className={cx(splitStyle, 'print:hidden')}>
        <div className="grid min-w-0 gap-5">
          <OrderHeading order={order} />
          <div className="flex flex-wrap gap-2">
            {isAwaited(order) && order.payment.method !== 'cod' && (
              <Link
                to="/checkout/pay/$orderId"
                params={{ orderId: String(order.order_id) }}
                className={buttonStyle('primary')}
              >
                <Icon of={QrCode} />
                {t('order.payNow')}
              </Link>
            )}
            <Button kind="outline" icon={Printer} onClick={() => window.print()}>
              {t('order.print')}
            </Button>
            <BuyAgain order={order} />
          </div>
          <OrderHistory order={order} />
          <OrderFacts order={order} />
          {order.can_cancel && <CancelOrder order={order} />}
        </div>
        <OrderAside order={order} />
      </div>
      <Invoice order={order} />
    </>
  );
}
