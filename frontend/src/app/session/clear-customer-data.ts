import type { QueryClient } from '@tanstack/react-query';
import { writeBuyNow } from '@/domain/cart/buy-now';
import { resetCart } from '@/domain/cart/cart-actions';
import { clearStoredCart } from '@/domain/cart/stored-cart';
import { clearChatStorage } from '@/domain/chat/outbox-storage';
import { storeWishlist } from '@/domain/wishlist/wishlist-items';
import { visitorWishlistQuery } from '@/domain/wishlist/wishlist-query';
import { CHECKOUT_KEYS } from '@/features/checkout/checkout-storage-keys';
import { clearVisitedPages } from '@/shared/offline/visited-pages';
import { removeSession } from '@/shared/storage/session-storage';

/**
 * Removes the customer's data from this browser: cached responses, cart, wishlist, addresses and visited pages. The
 * account keeps its own (D14).
 */
export function clearCustomerData(client: QueryClient): void {
  resetCart(client);
  client.removeQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/auth/'),
  });
  clearStoredCart();
  removeSession(...Object.values(CHECKOUT_KEYS));
  storeWishlist('customer', []);
  void clearVisitedPages();
}

/** Removes what was stored before the sign-in too: the visitor's wishlist, unsent messages and the buy-now product. */
export function clearVisitorData(client: QueryClient): void {
  client.setQueryData(visitorWishlistQuery.queryKey, []);
  storeWishlist('visitor', []);
  clearChatStorage();
  writeBuyNow(null);
}
