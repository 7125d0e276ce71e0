import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { usePageExists } from '@/domain/content/use-page-exists';
import type { Order, OrderStatus } from '@/domain/orders/order-types';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Badge } from '@/shared/ui/Badge';
import { buttonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { EmptyState } from '@/shared/ui/PageStates';
import { splitStyle } from '@/shared/ui/split-style';
import { BuyAgain } from './BuyAgain';
import { OrderAside } from './OrderAside';
import { OrderGate, OrderPending, type OrderView } from './OrderGate';
import { OrderHeading } from './OrderHeading';
import { isAwaited, isPaid, isSettling } from './payment-polling';
import { QrPanel } from './QrPanel';
import { TransferPanel } from './TransferPanel';

const route = getRouteApi('/checkout/pay/$orderId');

/** Payment page. It continues automatically when the payment has arrived. */
export function PayPage() {
  const t = useT();
  const { orderId } = route.useParams();
  usePageTitle(t('pay.title'));
  return (
    <div className="wrap pt-4 pb-10">
      <OrderGate orderId={orderId}>{(view) => <Pay {...view} />}</OrderGate>
    </div>
  );
}

function Pay(view: OrderView) {
  const { order } = view;
  if (isPaid(order)) {
    return (
      <>
        <OrderPending />
        <Navigate
          to="/checkout/thanks/$orderId"
          params={{ orderId: String(order.order_id) }}
          replace
        />
      </>
    );
  }
  return (
    <div className={cx(splitStyle, 'pt-2')}>
      <div className="grid min-w-0 gap-5">
        <OrderHeading order={order} />
        {isAwaited(order) ? (
          order.payment.method === 'transfer' ? (
            <TransferPanel {...view} />
          ) : (
            <QrPanel {...view} />
          )
        ) : isSettling(order) ? (
          <Settling />
        ) : (
          <FinalState order={order} />
        )}
      </div>
      <OrderAside order={order} />
    </div>
  );
}

/** State between the payment's arrival and the confirmation of the stock. */
function Settling() {
  const t = useT();
  return (
    <section role="status" className="rounded-lg bg-action-soft">
      <EmptyState icon={CircleCheck} title={t('pay.settling')} text={t('pay.settlingText')} />
    </section>
  );
}

/** Texts of final states in which nothing is to be paid; any other one means that the bank refused the payment. */
const FINAL_STATES: Partial<
  Record<OrderStatus, { icon: LucideIcon; title: MessageKey; text: MessageKey }>
> = {
  expired: { icon: Clock, title: 'pay.expired', text: 'pay.expiredText' },
  cancelled: { icon: CircleX, title: 'status.cancelled', text: 'pay.cancelledText' },
};
const REFUSED = { icon: CircleX, title: 'paid.failed', text: 'pay.failedText' } as const;

/** Final state of a payment: what happens to money that was sent nevertheless, and how to continue. */
function FinalState({ order }: { order: Order }) {
  const t = useT();
  const has = usePageExists();
  const { icon, title, text } = FINAL_STATES[order.status] ?? REFUSED;
  return (
    <section role="alert" className="rounded-lg bg-sunken">
      <EmptyState
        icon={icon}
        tint="clay"
        title={t(title)}
        text={t(text)}
        actions={
          <>
            <BuyAgain order={order} />
            <Link to="/shop" className={buttonStyle('primary')}>
              {t('nav.allProducts')}
            </Link>
            {has('/contact') && (
              <Link to="/contact" className={buttonStyle('outline')}>
                {t('page.contact')}
              </Link>
            )}
          </>
        }
      />
      {order.payment.status === 'refund_due' && (
        <p className="pb-5 text-center">
          <Badge kind="warn">
            <Icon of={Clock} size="s" />
            {t('paid.refundDue')}
          </Badge>
        </p>
      )}
    </section>
  );
}
