import type { QueryClient } from '@tanstack/react-query';
import { resetCart } from '@/cart/actions';
import { forgetStoredCart } from '@/cart/stored-cart';
import { forgetSeen } from '@/offline/seen';
import { CHECKOUT_KEYS, removeSession } from '@/storage/session';
import { storeWishlist } from '@/wishlist/items';

/** Nothing of the customer stays in this browser: answers, cart, wishlist, addresses, what was
 * looked at. The account keeps its own (D14). */
export function forgetCustomer(client: QueryClient): void {
  resetCart(client);
  client.removeQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/auth/'),
  });
  forgetStoredCart();
  removeSession(...Object.values(CHECKOUT_KEYS));
  storeWishlist('customer', []);
  void forgetSeen();
}
