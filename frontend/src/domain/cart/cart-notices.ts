import type { LineProduct } from '@/domain/catalog/line-product';
import { ApiError } from '@/shared/api/client';
import type { Cart } from './cart-lines';

/** A change of the cart as it was wanted. */
export type CartChange =
  | {
      kind: 'add' | 'update' | 'remove';
      product: LineProduct;
      quantity: number;
      /** Where the press was, when its failure has a text of its own. */
      from?: 'wishlist';
    }
  | { kind: 'clear' };

/** What the shopper is told. */
export type CartNotice =
  | (CartChange & { type: 'done' })
  | (CartChange & { type: 'failed'; reason?: string; error: unknown; retry: () => void })
  /** Fewer are there than wanted; the cart has as many as there are. */
  | { type: 'short'; product: LineProduct; available: number }
  /** Another device was faster; `now` is what the cart has, 0 when the line is gone. */
  | { type: 'changed'; product: LineProduct; now: number };

type Refusal = { reason?: string; cart?: Cart; available?: number };

/** Why the shop refused a change, as far as it says. */
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
