import type { LineProduct } from '@/domain/catalog/line-product';
import { type Cart, EMPTY_CART, withMore, withQuantity } from './cart-lines';
import { readStoredCart } from './stored-cart';

/**
 * What the shopper has done and the shop has not confirmed lies over whatever the shop answers meanwhile, so that no
 * answer ever turns back what was just pressed or typed.
 */
export type Addition = { product: LineProduct; quantity: number };

/** Chosen quantities by product; 0 takes the line away. */
export const chosen = new Map<number, number>();
/** Additions by the key of their press. */
export const additions = new Map<string, Addition>();

let confirmed: Cart | undefined;
/** Stands in until the shop has answered once; read before anything is written over it. */
let remembered: Cart | undefined;

/** Takes an answer of the shop, unless a newer one is here already, and returns the cart to show. */
export function confirm(cart: Cart): Cart {
  if (!confirmed || cart.version >= confirmed.version) confirmed = cart;
  return shown();
}

/** The cart as the shop confirmed it last. */
export const confirmedCart = (): Cart | undefined => confirmed;

/** The confirmed cart with everything pending over it. */
export function shown(): Cart {
  if (!confirmed) remembered ??= readStoredCart() ?? EMPTY_CART;
  let cart = confirmed ?? remembered ?? EMPTY_CART;
  for (const { product, quantity } of additions.values()) cart = withMore(cart, product, quantity);
  for (const [proId, quantity] of chosen) cart = withQuantity(cart, proId, quantity);
  return cart;
}

/** Another customer, or none: nothing of the last one may stay. */
export function resetOverlay(): void {
  confirmed = undefined;
  remembered = undefined;
  dropPending();
}

export function dropPending(): void {
  chosen.clear();
  additions.clear();
}
