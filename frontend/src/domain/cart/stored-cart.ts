import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import { type Cart, type CartLine, EMPTY_CART, withLines } from './cart-lines';

const ITEMS = 'heuan_cart';
const WRITTEN_AT = 'heuan_cart_at';

/** Reads the cart that this browser last showed. It is shown until the server has responded. */
export function readStoredCart(): Cart | undefined {
  const items = readLocal<unknown>(ITEMS);
  return Array.isArray(items) ? withLines(EMPTY_CART, items.filter(isLine)) : undefined;
}

export function storeCart(cart: Cart, now = Date.now()): void {
  if (cart.lines.length === 0) {
    clearStoredCart();
  } else {
    writeLocal(ITEMS, cart.lines);
    writeLocal(WRITTEN_AT, now);
  }
}

export function clearStoredCart(): void {
  removeLocal(ITEMS, WRITTEN_AT);
}

/** Storage may hold anything; invalid items are dropped. */
function isLine(item: unknown): item is CartLine {
  if (typeof item !== 'object' || item === null) return false;
  const { pro_id, quantity, price } = item as Partial<CartLine>;
  return [pro_id, quantity, price].every(
    (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  );
}
