import { cartEngine } from '@/cart/actions';
import { mergeHistory } from '@/search/history';
import { addAllToCart, mergeWishlist } from '@/wishlist/actions';
import { tellAddAllFailed, tellAddedAll } from '@/wishlist/tell-wishlist';
import { takeIntent } from './intent';
import type { Shop } from './shop';

/** After login: the visitor's wishlist becomes the account's, and what they wanted in the cart goes in. Never fails. */
export async function carryOn(shop: Shop): Promise<void> {
  const intent = takeIntent();
  const merged = mergeWishlist(shop.queryClient);
  void mergeHistory(shop.queryClient);
  if (intent && 'product' in intent) {
    const engine = cartEngine(shop);
    engine.add(intent.product, intent.quantity);
    await Promise.all([merged, engine.flush()]);
    return;
  }
  await merged;
  if (!intent) return;
  try {
    tellAddedAll(shop, await addAllToCart(shop.queryClient));
  } catch (error) {
    tellAddAllFailed(shop, error);
  }
}
