import type { QueryClient } from '@tanstack/react-query';
import { writeBuyNow } from '@/domain/cart/buy-now';
import { resetCart } from '@/domain/cart/cart-actions';
import { clearStoredCart } from '@/domain/cart/stored-cart';
import { clearChatStorage } from '@/domain/chat/outbox-storage';
import { clearFormDrafts } from '@/domain/session/form-drafts';
import { storeWishlist } from '@/domain/wishlist/wishlist-items';
import { visitorWishlistQuery } from '@/domain/wishlist/wishlist-query';
import { clearCheckout } from '@/features/checkout/clear-checkout';
import { clearVisitedPages } from '@/shared/offline/visited-pages';

/**
 * Removes the customer's data from this browser: cached responses, cart, wishlist and visited pages. The account keeps
 * its own. What was typed at the checkout stays for the same customer, because the session may have expired there.
 */
export function clearCustomerData(client: QueryClient): void {
  resetCart(client);
  client.removeQueries({
    predicate: ({ queryKey }) => /^\/api\/(auth|staff)\//.test(String(queryKey[0])),
  });
  clearStoredCart();
  storeWishlist('customer', []);
  void clearVisitedPages();
}

/**
 * Removes the further data that a sign-out deletes: the visitor's wishlist, unsent messages, the buy-now product,
 * and the drafts of the checkout and of forms of the account.
 */
export function clearVisitorData(client: QueryClient): void {
  client.setQueryData(visitorWishlistQuery.queryKey, []);
  storeWishlist('visitor', []);
  clearChatStorage();
  writeBuyNow(null);
  clearCheckout();
  clearFormDrafts();
}
