import { useState } from 'react';
import { errorText } from '@/language/error-text';
import { promptLogin } from '@/session/prompt';
import { isSignedIn } from '@/session/session';
import type { Shop } from '@/session/shop';
import { toast } from '@/ui/toast';
import { addAllToCart, clearWishlist } from '@/wishlist/actions';
import { tellAddAllFailed, tellAddedAll } from '@/wishlist/tell-wishlist';

/** What the drawer does with the whole list. */
export function useWishlistActions(shop: Shop) {
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
      if (await isSignedIn(queryClient)) tellAddedAll(shop, await addAllToCart(queryClient));
      else promptLogin({ wishlist: true });
    } catch (error) {
      tellAddAllFailed(shop, error);
    }
    setRunning('none');
  };

  return { isClearing: running === 'clear', isAddingAll: running === 'add-all', clear, addAll };
}
