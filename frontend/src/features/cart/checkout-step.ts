/** Where the shopper stands: elsewhere, at the checkout of the cart, or at the one of a single product. */
export type CheckoutPlace = 'elsewhere' | 'checkout' | 'buy-now';

export function checkoutPlace(pathname: string, search: { buyNow?: unknown }): CheckoutPlace {
  if (!/^\/checkout\/?$/.test(pathname)) return 'elsewhere';
  return String(search.buyNow) === 'true' ? 'buy-now' : 'checkout';
}
