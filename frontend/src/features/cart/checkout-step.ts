/** Open page: none of the checkout, the checkout of the cart, or the checkout of a single product. */
export type CheckoutLocation = 'elsewhere' | 'checkout' | 'buy-now';

export function checkoutLocation(pathname: string, search: { buyNow?: unknown }): CheckoutLocation {
  if (!/^\/checkout\/?$/.test(pathname)) return 'elsewhere';
  return String(search.buyNow) === 'true' ? 'buy-now' : 'checkout';
}
