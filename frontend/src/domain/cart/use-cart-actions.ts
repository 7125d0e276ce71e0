import { useMemo } from 'react';
import type { LineProduct } from '@/domain/catalog/line-product';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { withBuyingMessages } from '@/shared/i18n/load-messages';
import type { AddOptions } from './cart-engine';

const load = () => withBuyingMessages(import('./cart-actions'));

/** Actions on the cart. Their code loads with the first action, or with `preload`. */
export function useCartActions() {
  const shop = useAppContext();
  return useMemo(() => {
    return {
      preload: () => void load(),
      /** Resolves with whether the product was added; a visitor is prompted to log in. */
      add: async (product: LineProduct, quantity: number, options?: AddOptions) =>
        (await load()).addToCart(shop, product, quantity, options),
      set: async (product: LineProduct, quantity: number) =>
        (await load()).cartEngine(shop).set(product, quantity),
      remove: async (product: LineProduct) => (await load()).cartEngine(shop).remove(product),
      clear: async () => (await load()).cartEngine(shop).clear(),
      /** Sends debounced quantities at once; resolves with whether the server has everything. */
      flush: async () => (await load()).cartEngine(shop).flush(),
    };
  }, [shop]);
}
