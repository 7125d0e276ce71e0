/** Detail of the window event `cart-updated`, dispatched whenever the user changes the cart. */
export type CartUpdate = {
  type: 'add' | 'update' | 'remove' | 'clear';
  /** Id of the product; absent when the whole cart was emptied. */
  pro_id?: number;
  quantity?: number;
  price?: number;
  /** Number of lines in the cart, as on the header's badge. */
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
