import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CHECKOUT_QUOTE } from '@/domain/cart/cart-query';
import { openDrawer } from '@/domain/cart/drawer';
import { useCart } from '@/domain/cart/use-cart';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { checkoutLocation } from './checkout-step';

/** Checkout button: saves pending changes and navigates; on the checkout page it requests a new quote. */
export function useGoToCheckout() {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const actions = useCartActions();
  const { count } = useCart();
  const [isGoing, setGoing] = useState(false);
  const place = useLocation({
    select: ({ pathname, search }) => checkoutLocation(pathname, search as { buyNow?: unknown }),
  });

  const go = async () => {
    if (place === 'buy-now') {
      openDrawer(null);
      toast.info(t('cart.onPaymentPage'));
      return;
    }
    if (count === 0) {
      toast.error(t('cart.empty'));
      return;
    }
    setGoing(true);
    try {
      if (!(await actions.flush())) throw new Error('the cart is not saved');
      openDrawer(null);
      if (place === 'checkout') {
        await client.invalidateQueries({ queryKey: [CHECKOUT_QUOTE] });
        toast.info(t('cart.updateCheckoutNote'));
      } else {
        await navigate({ to: '/checkout' });
      }
    } catch {
      toast.error(t('cart.checkoutFailed'));
    } finally {
      setGoing(false);
    }
  };

  return { place, isGoing, go };
}
