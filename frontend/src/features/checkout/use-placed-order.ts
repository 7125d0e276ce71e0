import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { writeBuyNow } from '@/domain/cart/buy-now';
import { dispatchCartUpdated } from '@/domain/cart/cart-events';
import { CART } from '@/domain/cart/cart-query';
import { cacheOrder } from '@/domain/orders/order-queries';
import type { Order } from '@/domain/orders/order-types';
import { broadcastToTabs } from '@/shared/storage/tab-broadcast';
import { clearDraft } from './checkout-draft';
import { completeAttempt } from './order-attempt';
import { clearQuoteKey } from './quote-key';
import { clearQuoteChanges } from './use-quote-changes';

/** Returns what to do after an order: clear this tab's checkout data, refetch the cart, and open the next page. */
export function usePlacedOrder() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  return async (order: Order, wasCart: boolean): Promise<void> => {
    cacheOrder(queryClient, order);
    const orderId = String(order.order_id);
    const isToPay = order.payment.method !== 'cod' && order.status === 'awaiting_payment';
    await navigate({
      to: isToPay ? '/checkout/pay/$orderId' : '/checkout/thanks/$orderId',
      params: { orderId },
      replace: true,
    });
    completeAttempt();
    clearDraft();
    clearQuoteChanges();
    clearQuoteKey();
    if (!wasCart) return writeBuyNow(null);
    await queryClient.invalidateQueries({ queryKey: [CART], refetchType: 'all' });
    dispatchCartUpdated({ type: 'clear', count: 0 });
    broadcastToTabs('cart');
  };
}
