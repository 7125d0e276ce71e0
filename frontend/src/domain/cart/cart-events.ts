/** What the window hears as `cart-updated` whenever the cart shown changes by the shopper's hand. */
export type CartUpdate = {
  type: 'add' | 'update' | 'remove' | 'clear';
  /** Absent when the whole cart was emptied. */
  pro_id?: number;
  quantity?: number;
  price?: number;
  /** Lines in the cart now: what the header's badge says. */
  count: number;
};

declare global {
  interface WindowEventMap {
    'cart-updated': CustomEvent<CartUpdate>;
  }
}

export function dispatchCartUpdated(update: CartUpdate): void {
  window.dispatchEvent(new CustomEvent('cart-updated', { detail: update }));
}
