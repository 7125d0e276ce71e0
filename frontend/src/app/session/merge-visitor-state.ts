import {
  addOrderToCart,
  showBoughtAgainToast,
  showBuyAgainFailedToast,
} from '@/domain/cart/buy-again';
import { cartEngine } from '@/domain/cart/cart-actions';
import { mergeHistory } from '@/domain/search/merge-history';
import { consumePendingAction } from '@/domain/session/pending-action';
import { mergeViewed } from '@/domain/viewed/merge-viewed';
import { addAllToCart, mergeWishlist } from '@/domain/wishlist/wishlist-actions';
import { showAddAllFailedToast, showAddedAllToast } from '@/domain/wishlist/wishlist-toasts';
import type { AppContext } from '@/shared/hooks/use-app-context';

/** Time for which a sign-in waits for the searches and viewed products, on which no page depends. */
const MAX_WAIT_MS = 1_000;

/**
 * Merges the visitor's wishlist, searches and viewed products into the account and carries out the pending action. Rejects at the
 * end if a part could not be merged, or not in time; it is then tried again.
 */
export async function mergeVisitorState(context: AppContext): Promise<void> {
  const action = consumePendingAction();
  const wishlist = mergeWishlist(context.queryClient);
  const merged = wishlist.catch(() => {});
  const others = Promise.allSettled([
    mergeHistory(context.queryClient),
    mergeViewed(context.queryClient),
  ]);
  if (action && 'product' in action) {
    const engine = cartEngine(context);
    engine.add(action.product, action.quantity);
    await Promise.all([merged, engine.flush()]);
  } else if (action && 'order' in action) {
    await merged;
    try {
      showBoughtAgainToast(context, await addOrderToCart(context.queryClient, action.order));
    } catch (error) {
      showBuyAgainFailedToast(context, error);
    }
  } else if (action) {
    await merged;
    try {
      showAddedAllToast(context, await addAllToCart(context.queryClient));
    } catch (error) {
      showAddAllFailedToast(context, error);
    }
  }
  await merged;
  const settled = await Promise.race([others, late()]);
  for (const part of settled) if (part.status === 'rejected') throw part.reason;
  await wishlist;
}

const late = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The visitor is merged later')), MAX_WAIT_MS);
  });
