import { openDrawer } from '@/domain/cart/drawer';
import type { LineProduct } from '@/domain/catalog/line-product';
import { openChat } from '@/domain/chat/chat-window';
import { limitOf } from '@/shared/api/client';
import { formatNumber } from '@/shared/format/kip';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { errorText } from '@/shared/i18n/error-text';
import type { Translate } from '@/shared/i18n/load-messages';
import { bothNames } from '@/shared/i18n/second-name';
import { toast } from '@/shared/ui/toast';
import type { CartEngine } from './cart-engine';
import type { CartChange, CartNotice } from './cart-notices';

/** Shows the outcome of a cart change as a toast. */
export function showCartToast(shop: AppContext, notice: CartNotice, engine?: CartEngine): void {
  const { t } = shop;
  const nameOf = (product: LineProduct) => bothNames(product.pro_name_la, product.pro_name_en);
  if (notice.type === 'failed' && notice.reason === 'line_quantity_limit') {
    toast.error(failureText(t, notice), {
      detail: t('limit.quantity', { count: formatNumber(limitOf(notice.error).max) }),
      action: { label: t('chat.askProduct'), onClick: () => openChat() },
    });
  } else if (notice.type === 'failed') {
    toast.error(failureText(t, notice), {
      detail: reasonText(t, notice.reason) ?? errorText(t, notice.error),
      action: { label: t('action.retry'), onClick: notice.retry },
    });
  } else if (notice.type === 'insufficient_stock') {
    toast.error(nameOf(notice.product), {
      detail:
        notice.available > 0 ? t('cart.short', { count: notice.available }) : t('cart.soldOut'),
    });
  } else if (notice.type === 'changed') {
    toast.info(t('cart.changedElsewhere'), {
      detail:
        notice.now > 0
          ? t('cart.changedLine', { name: nameOf(notice.product), count: notice.now })
          : t('cart.removedLine', { name: nameOf(notice.product) }),
    });
  } else if (notice.kind === 'add') {
    toast.success(t('cart.added'), {
      detail: nameOf(notice.product),
      action: { label: t('cart.view'), onClick: () => openDrawer('cart') },
    });
  } else if (notice.kind === 'remove') {
    const { product, quantity } = notice;
    toast.success(t('cart.deleteItemSuccess'), {
      detail: nameOf(product),
      action: {
        label: t('action.undo'),
        onClick: () => engine?.add(product, quantity, { isQuiet: true }),
      },
    });
  } else if (notice.kind === 'clear') {
    toast.success(t('cart.cleared'));
  }
}

function failureText(t: Translate, change: CartChange): string {
  const isFromWishlist = 'from' in change && change.from === 'wishlist';
  const texts = {
    add: () => t(isFromWishlist ? 'wishlist.addToCartError' : 'cart.addFailed'),
    update: () => t('cart.updateFailed'),
    remove: () => t('cart.deleteItemError'),
    clear: () => t('cart.clearFailed'),
  };
  return texts[change.kind]();
}

function reasonText(t: Translate, reason: string | undefined): string | undefined {
  if (reason === 'not_for_sale') return t('cart.notForSale');
  if (reason === 'cart_full') return t('cart.full');
  return undefined;
}
