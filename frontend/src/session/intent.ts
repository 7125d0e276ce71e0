import type { LineProduct } from '@/cart/lines';
import { readLocal, removeLocal, writeLocal } from '@/storage/local';

/** What a visitor wanted in the cart when asked to log in: one product, or all of the wishlist. */
export type Intent = { product: LineProduct; quantity: number } | { wishlist: true };

const STORED = 'heuan_intent';
const LASTS = 24 * 60 * 60 * 1000;

export function rememberIntent(intent: Intent, now = Date.now()): void {
  writeLocal(STORED, { ...intent, at: now });
}

export function forgetIntent(): void {
  removeLocal(STORED);
}

/** Reads it and forgets it, so that it is carried out once. */
export function takeIntent(now = Date.now()): Intent | null {
  const stored = readLocal<Record<string, unknown>>(STORED);
  forgetIntent();
  const at = Number(stored?.at);
  if (!stored || !(now - at <= LASTS && at <= now)) return null;
  if (stored.wishlist === true) return { wishlist: true };
  const { product, quantity } = stored as { product?: LineProduct; quantity?: number };
  const isWhole = Number.isSafeInteger(product?.pro_id) && Number.isSafeInteger(quantity);
  return product && quantity && isWhole && quantity > 0 ? { product, quantity } : null;
}
