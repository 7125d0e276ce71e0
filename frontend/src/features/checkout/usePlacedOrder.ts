import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { writeBuyNow } from '@/cart/buy-now';
import { announceCart } from '@/cart/events';
import { CART } from '@/cart/query';
import { keepOrder } from '@/order/queries';
import type { Order } from '@/order/shapes';
import { tellOtherTabs } from '@/session/tabs';
import { settleAttempt } from './attempt';
import { forgetDraft } from './draft';
import { forgetQuoteKey } from './quote-key';
import { forgetChanges } from './useChanges';

/** What follows an order: nothing of it stays in this tab, the cart is what the shop says, and the next page opens. */
export function usePlacedOrder() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  return async (order: Order, wasCart: boolean): Promise<void> => {
    keepOrder(queryClient, order);
    const orderId = String(order.order_id);
    const isToPay = order.payment.method !== 'cod' && order.status === 'awaiting_payment';
    await navigate({
      to: isToPay ? '/checkout/pay/$orderId' : '/checkout/thanks/$orderId',
      params: { orderId },
      replace: true,
    });
    settleAttempt();
    forgetDraft();
    forgetChanges();
    forgetQuoteKey();
    if (!wasCart) return writeBuyNow(null);
    await queryClient.invalidateQueries({ queryKey: [CART], refetchType: 'all' });
    announceCart({ type: 'clear', count: 0 });
    tellOtherTabs('cart');
  };
}
