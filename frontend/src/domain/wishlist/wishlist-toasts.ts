import { openDrawer } from '@/domain/cart/drawer';
import { ApiError } from '@/shared/api/client';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { errorText } from '@/shared/i18n/error-text';
import { toast } from '@/shared/ui/toast';
import type { AddedAll } from './wishlist-actions';

export function showAddedAllToast(
  { t }: Pick<AppContext, 't'>,
  { added, skipped }: AddedAll,
): void {
  if (added.length === 0) {
    toast.info(t('wishlist.addAllNone'), {
      detail: skipped.length > 0 ? t('wishlist.skipped', { count: skipped.length }) : undefined,
    });
    return;
  }
  toast.success(t('wishlist.addedAll', { count: added.length }), {
    detail: skipped.length > 0 ? t('wishlist.skipped', { count: skipped.length }) : undefined,
    action: { label: t('cart.view'), onClick: () => openDrawer('cart') },
  });
}

export function showAddAllFailedToast({ t }: Pick<AppContext, 't'>, error: unknown): void {
  toast.error(t('wishlist.addAllFailed'), { detail: errorText(t, error) });
}

export function showLikeFailedToast(
  { t }: Pick<AppContext, 't'>,
  error: unknown,
  isRemoval: boolean,
): void {
  const isFull = error instanceof ApiError && error.reason === 'wishlist_full';
  toast.error(t(isRemoval ? 'wishlist.removeItemError' : 'wishlist.likeError'), {
    detail: isFull ? t('wishlist.full') : errorText(t, error),
  });
}
