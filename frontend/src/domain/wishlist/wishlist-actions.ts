import type { QueryClient } from '@tanstack/react-query';
import type { Cart } from '@/domain/cart/cart-lines';
import { cartQuery } from '@/domain/cart/cart-query';
import { applyServerCart } from '@/domain/cart/optimistic-cart';
import { isSignedIn } from '@/domain/session/session';
import { type AuthRequest, authFetch } from '@/shared/api/auth';
import { ApiError } from '@/shared/api/client';
import type { Envelope } from '@/shared/api/types';
import { broadcastToTabs } from '@/shared/storage/tab-broadcast';
import {
  readStoredWishlist,
  storeWishlist,
  type WishlistItem,
  withItem,
  withoutItem,
} from './wishlist-items';
import { visitorWishlistQuery, WISHLIST, wishlistQuery } from './wishlist-query';

export type AddedAll = {
  cart: Cart;
  added: number[];
  skipped: { pro_id: number; reason: string }[];
};

type Change = {
  edit: (items: WishlistItem[]) => WishlistItem[];
  path: string;
  request: AuthRequest;
};

/** Last queued change. Changes are sent one after the other, so that an early response never undoes a later click. */
let last: Promise<unknown> = Promise.resolve();
let outstanding = 0;
/** The list as the server has last confirmed it, while changes are outstanding. */
let confirmed: WishlistItem[] = [];

/** Optimistic update: replaced by the server's list, or rolled back on refusal. */
async function change(client: QueryClient, { edit, path, request }: Change): Promise<void> {
  if (!(await isSignedIn(client))) {
    const items = edit(client.getQueryData(visitorWishlistQuery.queryKey) ?? []);
    client.setQueryData(visitorWishlistQuery.queryKey, items);
    storeWishlist('visitor', items);
    return broadcastToTabs('wishlist');
  }
  await client.cancelQueries({ queryKey: wishlistQuery.queryKey });
  const before = client.getQueryData(wishlistQuery.queryKey) ?? readStoredWishlist('customer');
  if (outstanding === 0) confirmed = before;
  client.setQueryData(wishlistQuery.queryKey, edit(before));
  outstanding += 1;
  const step = last.then(() => authFetch<Envelope<WishlistItem[]>>(path, request));
  last = step.catch(() => {});
  try {
    const { data } = await step;
    confirmed = data;
    if (outstanding === 1) client.setQueryData(wishlistQuery.queryKey, data);
    broadcastToTabs('wishlist');
  } catch (error) {
    // Without a connection, the list of the server is not fetched.
    if (outstanding === 1) client.setQueryData(wishlistQuery.queryKey, confirmed);
    void client.invalidateQueries({ queryKey: wishlistQuery.queryKey });
    throw error;
  } finally {
    outstanding -= 1;
  }
}

const pathOf = (proId: number) => `${WISHLIST}/${proId}`;

export const like = (client: QueryClient, item: WishlistItem) =>
  change(client, {
    edit: (items) => withItem(items, item),
    path: pathOf(item.pro_id),
    request: { method: 'PUT' },
  });

export const unlike = (client: QueryClient, proId: number) =>
  change(client, {
    edit: (items) => withoutItem(items, proId),
    path: pathOf(proId),
    request: { method: 'DELETE' },
  });

export const clearWishlist = (client: QueryClient) =>
  change(client, { edit: () => [], path: WISHLIST, request: { method: 'DELETE' } });

/** Adds one unit of each available wishlist product that is not in the cart yet. For customers only. */
export async function addAllToCart(client: QueryClient): Promise<AddedAll> {
  const { data } = await authFetch<Envelope<AddedAll>>(`${WISHLIST}/add-all-to-cart`, {
    method: 'POST',
  });
  await client.cancelQueries({ queryKey: cartQuery.queryKey });
  client.setQueryData(cartQuery.queryKey, applyServerCart(data.cart));
  broadcastToTabs('cart');
  return data;
}

/**
 * Adds the visitor's wishlist to the account's at login, oldest first so that the order is kept. Items that the server
 * refuses (unknown product, full list) are dropped. Rejects if an item gets no response: it and the later ones stay.
 */
export async function mergeWishlist(client: QueryClient): Promise<void> {
  const key = visitorWishlistQuery.queryKey;
  // A page that has loaded with the customer has not read the visitor's list.
  const items = client.getQueryData(key) ?? readStoredWishlist('visitor');
  for (const item of items.toReversed()) {
    try {
      await like(client, item);
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 404, 409].includes(error.status)) throw error;
    }
    const rest = withoutItem(
      client.getQueryData(key) ?? readStoredWishlist('visitor'),
      item.pro_id,
    );
    client.setQueryData(key, rest);
    storeWishlist('visitor', rest);
  }
}
