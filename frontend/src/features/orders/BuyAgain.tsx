import { ShoppingCart } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  addOrderToCart,
  showBoughtAgainToast,
  showBuyAgainFailedToast,
} from '@/domain/cart/buy-again';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import type { Order } from '@/domain/orders/order-types';
import { promptLogin } from '@/domain/session/login-prompt';
import { ApiError } from '@/shared/api/client';
import { randomKey } from '@/shared/api/random-key';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';

/**
 * Button that puts the goods of an order into the cart, and names the goods that are sold out or short. If the
 * session has ended, the sign-in that follows completes it.
 */
export function BuyAgain({ order }: { order: Pick<Order, 'order_id'> }) {
  const t = useT();
  const shop = useAppContext();
  const { flush } = useCartActions();
  const [isAdding, setAdding] = useState(false);
  /** The key of a press whose response has not arrived, so that another press adds nothing twice. */
  const key = useRef<string>(null);

  const buy = async () => {
    key.current ??= randomKey();
    const repeated = { order_id: order.order_id, key: key.current };
    try {
      await flush();
      const lines = await addOrderToCart(shop.queryClient, repeated);
      key.current = null;
      showBoughtAgainToast(shop, lines);
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'session') {
        promptLogin({ order: repeated });
        return;
      }
      showBuyAgainFailedToast(shop, error);
    }
  };

  return (
    <Button
      kind="outline"
      icon={ShoppingCart}
      isLoading={isAdding}
      onClick={() => {
        setAdding(true);
        void buy().finally(() => setAdding(false));
      }}
    >
      {t('order.buyAgain')}
    </Button>
  );
}
