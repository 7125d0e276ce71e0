import type { QueryClient } from '@tanstack/react-query';
import type { LineProduct } from '@/domain/catalog/line-product';
import { promptLogin } from '@/domain/session/login-prompt';
import { isSignedIn, sessionQuery } from '@/domain/session/session';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { broadcastToTabs } from '@/shared/storage/tab-broadcast';
import { cartApi } from './cart-api';
import { type AddOptions, type CartEngine, createCartEngine } from './cart-engine';
import { cartQuery } from './cart-query';
import { showCartToast } from './cart-toasts';

const engines = new WeakMap<QueryClient, CartEngine>();

/** The cart engine of this page, one per query client. */
export function cartEngine(shop: AppContext): CartEngine {
  const { queryClient } = shop;
  const known = engines.get(queryClient);
  if (known) return known;
  const made = createCartEngine({
    api: cartApi,
    onCart: (cart) => {
      // Responses to requests already in flight are older than this cart.
      void queryClient.cancelQueries({ queryKey: cartQuery.queryKey });
      queryClient.setQueryData(cartQuery.queryKey, cart);
    },
    onSaved: () => broadcastToTabs('cart'),
    onNotice: (notice) => showCartToast(shop, notice, made),
    onSignedOut: (wanted) => {
      queryClient.setQueryData(sessionQuery.queryKey, null);
      promptLogin(wanted);
    },
  });
  window.addEventListener('online', made.retry);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void made.flush();
  });
  engines.set(queryClient, made);
  return made;
}

/** Resolves with whether the product was added; a visitor is prompted to log in and the action is stored as pending. */
export async function addToCart(
  shop: AppContext,
  product: LineProduct,
  quantity: number,
  options?: AddOptions,
): Promise<boolean> {
  try {
    if (!(await isSignedIn(shop.queryClient))) {
      promptLogin({ product, quantity });
      return false;
    }
  } catch (error) {
    const retry = () => void addToCart(shop, product, quantity, options);
    showCartToast(shop, {
      type: 'failed',
      kind: 'add',
      product,
      quantity,
      ...options,
      error,
      retry,
    });
    return false;
  }
  cartEngine(shop).add(product, quantity, options);
  return true;
}

/** Resets the engine when the customer changes. */
export function resetCart(client: QueryClient): void {
  engines.get(client)?.reset();
}
