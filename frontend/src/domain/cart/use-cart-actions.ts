import { useMemo } from 'react';
import type { LineProduct } from '@/domain/catalog/line-product';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { withBuyingMessages } from '@/shared/i18n/load-messages';
import type { AddOptions } from './cart-engine';

const load = () => withBuyingMessages(import('./cart-actions'));

/** What a press may do with the cart. The code behind it comes with the first press, or with the hint of one. */
export function useCartActions() {
  const shop = useAppContext();
  return useMemo(() => {
    return {
      preload: () => void load(),
      /** Resolves with whether it went into the cart; a visitor is asked to log in. */
      add: async (product: LineProduct, quantity: number, options?: AddOptions) =>
        (await load()).addToCart(shop, product, quantity, options),
      set: async (product: LineProduct, quantity: number) =>
        (await load()).cartEngine(shop).set(product, quantity),
      remove: async (product: LineProduct) => (await load()).cartEngine(shop).remove(product),
      clear: async () => (await load()).cartEngine(shop).clear(),
      /** Sends what still rests; resolves with whether the shop has everything. */
      flush: async () => (await load()).cartEngine(shop).flush(),
    };
  }, [shop]);
}
