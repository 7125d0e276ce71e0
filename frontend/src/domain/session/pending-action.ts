import type { LineProduct } from '@/domain/catalog/line-product';
import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';

/** Action that required a login: adding one product, the whole wishlist, or the goods of an order to the cart. */
export type PendingAction =
  | { product: LineProduct; quantity: number }
  | { wishlist: true }
  | { order: { order_id: string; key: string } };

const STORAGE_KEY = 'heuan_intent';
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

export function storePendingAction(action: PendingAction, now = Date.now()): void {
  writeLocal(STORAGE_KEY, { ...action, at: now });
}

export function clearPendingAction(): void {
  removeLocal(STORAGE_KEY);
}

/** Returns the pending action and clears it, so that it is carried out once. Actions older than a day are dropped. */
export function consumePendingAction(now = Date.now()): PendingAction | null {
  const stored = readLocal<Record<string, unknown>>(STORAGE_KEY);
  clearPendingAction();
  const at = Number(stored?.at);
  if (!stored || !(now - at <= MAX_AGE_MS && at <= now)) return null;
  if (stored.wishlist === true) return { wishlist: true };
  const { order } = stored as { order?: { order_id: unknown; key: unknown } };
  if (typeof order?.order_id === 'string' && typeof order.key === 'string') {
    return { order: { order_id: order.order_id, key: order.key } };
  }
  const { product, quantity } = stored as { product?: LineProduct; quantity?: number };
  const isWhole = Number.isSafeInteger(product?.pro_id) && Number.isSafeInteger(quantity);
  return product && quantity && isWhole && quantity > 0 ? { product, quantity } : null;
}
