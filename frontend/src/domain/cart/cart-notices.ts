import type { LineProduct } from '@/domain/catalog/line-product';
import { ApiError } from '@/shared/api/client';
import type { Cart } from './cart-lines';

/** A change of the cart made by the user. */
export type CartChange =
  | {
      kind: 'add' | 'update' | 'remove';
      product: LineProduct;
      quantity: number;
      /** Origin of the change, if its failure has its own message. */
      from?: 'wishlist';
    }
  | { kind: 'clear' };

/** Outcome of a change, as shown to the user. */
export type CartNotice =
  | (CartChange & { type: 'done' })
  | (CartChange & { type: 'failed'; reason?: string; error: unknown; retry: () => void })
  /** Insufficient stock; the cart has the available units. */
  | { type: 'insufficient_stock'; product: LineProduct; available: number }
  /** Another device changed the line first; `now` is its quantity, 0 if it was removed. */
  | { type: 'changed'; product: LineProduct; now: number };

type Refusal = { reason?: string; cart?: Cart; available?: number };

/** Reads why the server refused a change. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return {};
  const { reason, cart, lines } = error.details;
  if (reason === 'cart_changed' && isCart(cart)) return { reason, cart };
  if (reason === 'stock_short') {
    const [line] = (lines ?? []) as { available?: unknown }[];
    const available = Number(line?.available ?? 0);
    return { reason, available: Number.isFinite(available) ? Math.max(0, available) : 0 };
  }
  return { reason };
}

function isCart(value: unknown): value is Cart {
  return typeof value === 'object' && value !== null && Array.isArray((value as Cart).lines);
}
