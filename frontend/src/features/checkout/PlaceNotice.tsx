import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import type { QuoteLine } from '@/domain/orders/order-types';
import { ApiError } from '@/shared/api/client';
import { problemText } from '@/shared/forms/problem-text';
import { ScrollIntoViewOnMount } from '@/shared/forms/ScrollIntoViewOnMount';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { isOrderLimit, OrderLimitNotice } from './OrderLimitNotice';
import type { OrderAttempt } from './order-attempt';
import type { PlaceOrderState } from './use-place-order';

type PlaceOrderNoticeProps = {
  order: PlaceOrderState;
  onRetry: (attempt: OrderAttempt) => Promise<void>;
  lines: QuoteLine[];
};

/** Notice after the order button: the order was refused, or its outcome is unknown and can be requested again. */
export function PlaceOrderNotice({ order, onRetry, lines }: PlaceOrderNoticeProps) {
  const t = useT();
  if (order.status === 'failed') {
    const reason = order.error instanceof ApiError ? order.error.reason : undefined;
    if (isOrderLimit(reason))
      return <OrderLimitNotice error={order.error as ApiError} lines={lines} />;
    const text = problemText(order.error, t, t('cart.checkoutFailed'));
    return (
      <ScrollIntoViewOnMount>
        <InlineAlert kind="err" title={text} />
      </ScrollIntoViewOnMount>
    );
  }
  if (order.status !== 'unsettled') return null;
  return (
    <ScrollIntoViewOnMount>
      <InlineAlert kind="err" title={t('cart.checkoutFailed')}>
        <p className="text-text-2">
          <LocalizedText>{t('checkout.unsettled')}</LocalizedText>
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Button icon={RotateCcw} onClick={() => void onRetry(order.attempt)}>
            {t('action.retry')}
          </Button>
          <Link
            to="/account/orders"
            className="inline-flex min-h-(--tap) items-center px-2 font-semibold text-link"
          >
            {t('session.orders')}
          </Link>
        </p>
      </InlineAlert>
    </ScrollIntoViewOnMount>
  );
}
