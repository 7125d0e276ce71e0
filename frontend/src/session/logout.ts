import { authFetch } from '@/api/auth';
import { clearApiToken } from '@/api/token';
import { cartEngine } from '@/cart/actions';
import { writeBuyNow } from '@/cart/buy-now';
import { errorText } from '@/language/error-text';
import { hasOptedIn } from '@/push/stored';
import { forgetTalk } from '@/talk/unsent';
import { toast } from '@/ui/toast';
import { storeWishlist } from '@/wishlist/items';
import { visitorsWishlistQuery } from '@/wishlist/query';
import { forgetCustomer } from './forget-customer';
import { forgetIntent } from './intent';
import { sessionQuery } from './session';
import type { Shop } from './shop';
import { tellOtherTabs } from './tabs';

/** Ends the session and clears cart, wishlist, session and token here; resolves with whether it did. */
export async function logout(shop: Shop): Promise<boolean> {
  const { queryClient, t } = shop;
  try {
    // A quantity typed a moment ago belongs to the account.
    await cartEngine(shop).flush();
    // The record is the shop's own affair: without it the customer still gets out.
    const entry = { log_type: 'logout', log_value: location.pathname };
    await authFetch('/api/auth/log', { method: 'POST', body: entry }).catch(() => {});
    if (hasOptedIn()) await (await import('@/push/subscription')).leavePush();
    await authFetch('/api/auth/logout', { method: 'POST' });
  } catch (error) {
    toast.error(t('session.logoutFailed'), { detail: errorText(t, error) });
    return false;
  }
  queryClient.setQueryData(sessionQuery.queryKey, null);
  forgetCustomer(queryClient);
  queryClient.setQueryData(visitorsWishlistQuery.queryKey, []);
  storeWishlist('visitor', []);
  forgetIntent();
  forgetTalk();
  writeBuyNow(null);
  clearApiToken();
  tellOtherTabs('session');
  toast.success(t('session.loggedOut'));
  return true;
}
