/** Optimistic cart: pending changes are shown before the server has confirmed them. */

import type { LineProduct } from '@/domain/catalog/line-product';
import { type Cart, EMPTY_CART, withMore, withQuantity } from './cart-lines';
import { readStoredCart } from './stored-cart';

/**
 * Changes that the server has not confirmed are applied on top of every cart that it returns, so that no response
 * undoes what was just clicked or typed.
 */
export type PendingAdd = { product: LineProduct; quantity: number };

/** Pending quantities by product; 0 removes the line. */
export const pendingQuantities = new Map<number, number>();
/** Pending additions by idempotency key. */
export const pendingAdds = new Map<string, PendingAdd>();

let serverCart: Cart | undefined;
/** Shown until the server has responded once; read before storage is overwritten. */
let storedCart: Cart | undefined;

/** Stores a cart from the server, unless a newer version is known, and returns the optimistic cart. */
export function applyServerCart(cart: Cart): Cart {
  if (!serverCart || cart.version >= serverCart.version) serverCart = cart;
  return optimisticCart();
}

/** The cart that the server returned last. */
export const lastServerCart = (): Cart | undefined => serverCart;

/** The server's cart with all pending changes applied. */
export function optimisticCart(): Cart {
  if (!serverCart) storedCart ??= readStoredCart() ?? EMPTY_CART;
  let cart = serverCart ?? storedCart ?? EMPTY_CART;
  for (const { product, quantity } of pendingAdds.values())
    cart = withMore(cart, product, quantity);
  for (const [proId, quantity] of pendingQuantities) cart = withQuantity(cart, proId, quantity);
  return cart;
}

/** Clears all state when the customer changes. */
export function resetOptimisticCart(): void {
  serverCart = undefined;
  storedCart = undefined;
  dropPending();
}

export function dropPending(): void {
  pendingQuantities.clear();
  pendingAdds.clear();
}
