import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { CircleCheckBig } from 'lucide-react';
import { CheckoutSteps } from '@/domain/orders/CheckoutSteps';
import { branchName } from '@/domain/orders/delivery-text';
import { isEnded } from '@/domain/orders/order-status';
import type { Order } from '@/domain/orders/order-types';
import { usePageTitle } from '@/shared/head/page-title';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { splitStyle } from '@/shared/ui/split-style';
import { OrderAside } from './OrderAside';
import { OrderGate, OrderPending } from './OrderGate';
import { isAwaited } from './payment-polling';

const route = getRouteApi('/checkout/thanks/$orderId');

export function ThanksPage() {
  const t = useT();
  const { orderId } = route.useParams();
  usePageTitle(t('thanks.title'));
  return (
    <div className="wrap pb-10">
      <CheckoutSteps step={3} />
      <OrderGate orderId={orderId}>
        {({ order }) =>
          isEnded(order) ? (
            <>
              <OrderPending />
              <Navigate to="/account/orders/$orderId" params={{ orderId }} replace />
            </>
          ) : isAwaited(order) && order.payment.method !== 'cod' ? (
            <>
              <OrderPending />
              <Navigate to="/checkout/pay/$orderId" params={{ orderId }} replace />
            </>
          ) : (
            <div className={cx(splitStyle, 'pt-2')}>
              <Thanks order={order} />
              <OrderAside order={order} />
            </div>
          )
        }
      </OrderGate>
    </div>
  );
}

function Thanks({ order }: { order: Order }) {
  const t = useT();
  const orderId = String(order.order_id);
  const next = useNextSteps(order);
  return (
    <section>
      <div className="rounded-lg bg-ok-soft px-4 py-6 text-center">
        <CircleCheckBig size={44} strokeWidth={1.5} aria-hidden className="mx-auto text-ok" />
        <h1 className="mt-2 text-xl lg:text-2xl">
          <LocalizedText>{t('thanks.title')}</LocalizedText>
        </h1>
        <p>
          {t('order.title')} <Ltr className="num font-semibold">#{order.number}</Ltr>
        </p>
        {order.points_earned > 0 && (
          <p className="text-sm text-text-2">
            {t('thanks.points', { count: order.points_earned })}
          </p>
        )}
      </div>
      <h2 className="mt-6 mb-2 text-lg">{t('thanks.next')}</h2>
      <ol className="grid gap-3">
        {next.map((text, index) => (
          <li key={text} className="flex items-start gap-3">
            <span className="num grid size-7 flex-none place-items-center rounded-full bg-action-soft-2 text-sm font-bold text-link">
              {index + 1}
            </span>
            <span className="pt-0.5">
              <LocalizedText>{text}</LocalizedText>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-6 flex flex-wrap gap-2">
        <Link to="/account/orders/$orderId" params={{ orderId }} className={buttonStyle('primary')}>
          {t('thanks.toOrder')}
        </Link>
        <Link to="/shop" className={buttonStyle('outline')}>
          {t('thanks.shopOn')}
        </Link>
      </p>
    </section>
  );
}

/** Texts of the next steps, by delivery and payment method. */
function useNextSteps(order: Order): string[] {
  const t = useT();
  const { code } = useLanguage();
  const { delivery, payment } = order;
  const isPickup = delivery.method === 'pickup';
  return [
    t('thanks.prepare'),
    isPickup ? t('thanks.pickup', { branch: branchName(delivery, code) }) : t('thanks.delivery'),
    payment.method === 'cod' && t(isPickup ? 'thanks.payAtBranch' : 'thanks.payAtDoor'),
  ].filter((text) => text !== false);
}
