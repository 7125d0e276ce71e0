/** Where the shopper stands: elsewhere, at the checkout of the cart, or at the one of a single product. */
export type CheckoutLocation = 'elsewhere' | 'checkout' | 'buy-now';

export function checkoutLocation(pathname: string, search: { buyNow?: unknown }): CheckoutLocation {
  if (!/^\/checkout\/?$/.test(pathname)) return 'elsewhere';
  return String(search.buyNow) === 'true' ? 'buy-now' : 'checkout';
}
