import type { LineProduct } from '@/domain/catalog/line-product';
import { type Cart, EMPTY_CART, withMore, withQuantity } from './cart-lines';
import { readStoredCart } from './stored-cart';

/**
 * What the shopper has done and the shop has not confirmed lies over whatever the shop answers meanwhile, so that no
 * answer ever turns back what was just pressed or typed.
 */
export type PendingAdd = { product: LineProduct; quantity: number };

/** Chosen quantities by product; 0 takes the line away. */
export const pendingQuantities = new Map<number, number>();
/** Additions by the key of their press. */
export const pendingAdds = new Map<string, PendingAdd>();

let serverCart: Cart | undefined;
/** Stands in until the shop has answered once; read before anything is written over it. */
let storedCart: Cart | undefined;

/** Takes an answer of the shop, unless a newer one is here already, and returns the cart to show. */
export function applyServerCart(cart: Cart): Cart {
  if (!serverCart || cart.version >= serverCart.version) serverCart = cart;
  return optimisticCart();
}

/** The cart as the shop confirmed it last. */
export const lastServerCart = (): Cart | undefined => serverCart;

/** The confirmed cart with everything pending over it. */
export function optimisticCart(): Cart {
  if (!serverCart) storedCart ??= readStoredCart() ?? EMPTY_CART;
  let cart = serverCart ?? storedCart ?? EMPTY_CART;
  for (const { product, quantity } of pendingAdds.values())
    cart = withMore(cart, product, quantity);
  for (const [proId, quantity] of pendingQuantities) cart = withQuantity(cart, proId, quantity);
  return cart;
}

/** Another customer, or none: nothing of the last one may stay. */
export function resetOptimisticCart(): void {
  serverCart = undefined;
  storedCart = undefined;
  dropPending();
}

export function dropPending(): void {
  pendingQuantities.clear();
  pendingAdds.clear();
}
