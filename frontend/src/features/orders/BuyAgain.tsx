import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { openDrawer } from '@/domain/cart/drawer';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import type { Order } from '@/domain/orders/order-types';
import { unitOf } from '@/shared/format/unit';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { bothNames, unitName } from '@/shared/i18n/second-name';
import { Button } from '@/shared/ui/Button';
import { toast } from '@/shared/ui/toast';
import { type RepeatedLine, repeatedLines } from './buy-again';

/** Button that adds the items of an order to the cart, and names those that are sold out or short. */
export function BuyAgain({ order }: { order: Pick<Order, 'lines'> }) {
  const t = useT();
  const { queryClient } = useAppContext();
  const cart = useCartActions();
  const [isAdding, setAdding] = useState(false);

  const shortage = ({ line, available }: RepeatedLine) => {
    const name = bothNames(line.pro_name_la, line.pro_name_en);
    const unit = unitOf(available, unitName(line));
    const left = available > 0 ? t('stock.low', { count: available, unit }) : t('stock.out');
    return `${name}: ${left}`;
  };

  const buy = async () => {
    const lines = await repeatedLines(queryClient, order.lines);
    const detail = lines
      .filter(({ line, available }) => available < line.quantity)
      .map(shortage)
      .join(', ');
    const buyable = lines.filter(({ available }) => available > 0);
    if (buyable.length === 0) return void toast.info(t('order.buyAgainNone'), { detail });
    for (const { product, available } of buyable) {
      if (product && !(await cart.add(product, available, { isQuiet: true }))) return;
    }
    toast.success(t('wishlist.addedAll', { count: buyable.length }), {
      ...(detail && { detail }),
      action: { label: t('cart.view'), onClick: () => openDrawer('cart') },
    });
  };

  return (
    <Button
      kind="outline"
      icon={ShoppingCart}
      isLoading={isAdding}
      onClick={() => {
        setAdding(true);
        void buy()
          .catch((error: unknown) => {
            toast.error(t('cart.addFailed'), { detail: errorText(t, error) });
          })
          .finally(() => setAdding(false));
      }}
    >
      {t('order.buyAgain')}
    </Button>
  );
}
