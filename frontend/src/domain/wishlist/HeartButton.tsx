import { Heart } from 'lucide-react';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { withBuyingMessages } from '@/shared/i18n/load-messages';
import { pickText } from '@/shared/i18n/pick-text';
import { useHas } from '@/shared/storage/id-set';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { liked } from './use-wishlist';
import { type WishlistItem, wishlistItem } from './wishlist-items';

type HeartButtonProps = {
  product: Parameters<typeof wishlistItem>[0];
  /** Draws a round, raised button, for large images. */
  isFloating?: boolean;
  /** Draws the button for the page's background instead of an image. */
  isOnPage?: boolean;
};

/** Wishlist button of a product. It changes at once (optimistic update). */
export function HeartButton({ product, isFloating, isOnPage }: HeartButtonProps) {
  const t = useT();
  const shop = useAppContext();
  const { code } = useLanguage();
  const isLiked = useHas(liked, product.pro_id);
  const name = pickText(product.pro_name_la, product.pro_name_en, code);

  const toggle = async () => {
    const item: WishlistItem = wishlistItem(product);
    const { like, unlike } = await import('./wishlist-actions');
    try {
      await (isLiked ? unlike(shop.queryClient, item.pro_id) : like(shop.queryClient, item));
    } catch (error) {
      const { showLikeFailedToast } = await withBuyingMessages(import('./wishlist-toasts'));
      showLikeFailedToast(shop, error, isLiked);
    }
  };

  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={t('card.like', { name })}
      onClick={toggle}
      className={isFloating ? 'float-button' : cx('heart', isOnPage && 'text-text!')}
    >
      <Icon of={Heart} className={cx(isLiked && 'fill-heart text-heart')} />
    </button>
  );
}
