import { queryOptions } from '@tanstack/react-query';
import type { Envelope } from '@/shared/api/types';
import type { Cart } from './cart-lines';
import { readStoredCart } from './stored-cart';

export const CART = '/api/auth/cart';

/** First part of the quote's query key; "update checkout" in the cart drawer invalidates it. */
export const CHECKOUT_QUOTE = '/api/auth/checkout/quote';

/** The customer's cart, from storage until the server has responded. For customers only (`enabled: isCustomer`). */
export const cartQuery = queryOptions<Cart, Error, Cart, [string]>({
  queryKey: [CART],
  queryFn: async ({ signal }) => {
    // Loaded on demand, because only customers need this code.
    const [{ authFetch }, { applyServerCart }] = await Promise.all([
      import('@/shared/api/auth'),
      import('./optimistic-cart'),
    ]);
    const { data } = await authFetch<Envelope<Cart>>(CART, { signal });
    return applyServerCart(data);
  },
  initialData: readStoredCart,
  initialDataUpdatedAt: 0,
  staleTime: 30_000,
});
