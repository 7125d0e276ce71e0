import { withBuyingTexts } from '@/language/texts';
import { sessionQuery, type User } from './session';
import type { Shop } from './shop';
import { tellOtherTabs } from './tabs';

/**
 * To be called with the customer of a login's or registration's answer. Resolves when what the visitor had begun is
 * done: the remembered item is in the cart, the visitor's wishlist is the account's. Never fails.
 */
export async function signIn(shop: Shop, user: User): Promise<void> {
  shop.queryClient.setQueryData(sessionQuery.queryKey, user);
  tellOtherTabs('session');
  const { carryOn } = await withBuyingTexts(import('./carry-on'));
  await carryOn(shop);
}
