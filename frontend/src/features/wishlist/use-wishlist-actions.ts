import { useState } from 'react';
import { promptLogin } from '@/domain/session/login-prompt';
import { isSignedIn } from '@/domain/session/session';
import { addAllToCart, clearWishlist } from '@/domain/wishlist/wishlist-actions';
import { showAddAllFailedToast, showAddedAllToast } from '@/domain/wishlist/wishlist-toasts';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { errorText } from '@/shared/i18n/error-text';
import { toast } from '@/shared/ui/toast';

/** Actions of the drawer on the whole wishlist. */
export function useWishlistActions(shop: AppContext) {
  const [running, setRunning] = useState<'none' | 'clear' | 'add-all'>('none');
  const { queryClient, t } = shop;

  const clear = async () => {
    setRunning('clear');
    try {
      await clearWishlist(queryClient);
      toast.success(t('wishlist.cleared'));
    } catch (error) {
      toast.error(t('wishlist.clearFailed'), { detail: errorText(t, error) });
    }
    setRunning('none');
  };

  const addAll = async () => {
    setRunning('add-all');
    try {
      if (await isSignedIn(queryClient)) showAddedAllToast(shop, await addAllToCart(queryClient));
      else promptLogin({ wishlist: true });
    } catch (error) {
      showAddAllFailedToast(shop, error);
    }
    setRunning('none');
  };

  return { isClearing: running === 'clear', isAddingAll: running === 'add-all', clear, addAll };
}
