import { ApiError } from '@/api/client';
import { errorText } from '@/language/error-text';
import type { Shop } from '@/session/shop';
import { openDrawer } from '@/ui/drawer';
import { toast } from '@/ui/toast';
import type { AddedAll } from './actions';

export function tellAddedAll({ t }: Pick<Shop, 't'>, { added, skipped }: AddedAll): void {
  if (added.length === 0) {
    toast.info(t('wishlist.addAllNone'), {
      detail: skipped.length > 0 ? t('wishlist.skipped', { count: skipped.length }) : undefined,
    });
    return;
  }
  toast.success(t('wishlist.addedAll', { count: added.length }), {
    detail: skipped.length > 0 ? t('wishlist.skipped', { count: skipped.length }) : undefined,
    action: { label: t('cart.view'), onPress: () => openDrawer('cart') },
  });
}

export function tellAddAllFailed({ t }: Pick<Shop, 't'>, error: unknown): void {
  toast.error(t('wishlist.addAllFailed'), { detail: errorText(t, error) });
}

export function tellLikeFailed({ t }: Pick<Shop, 't'>, error: unknown, isRemoval: boolean): void {
  const isFull = error instanceof ApiError && error.reason === 'wishlist_full';
  toast.error(t(isRemoval ? 'wishlist.removeItemError' : 'wishlist.likeError'), {
    detail: isFull ? t('wishlist.full') : errorText(t, error),
  });
}
