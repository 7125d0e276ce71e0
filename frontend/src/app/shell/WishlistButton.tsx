import { Heart } from 'lucide-react';
import { openDrawer } from '@/domain/cart/drawer';
import { useWishlist } from '@/domain/wishlist/use-wishlist';
import { useT } from '@/shared/i18n/language-context';
import { CountBadge } from '@/shared/ui/CountBadge';
import { Icon } from '@/shared/ui/Icon';

export function WishlistButton({ onHint }: { onHint: () => void }) {
  const t = useT();
  const { items, isHydrating } = useWishlist();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={
        isHydrating ? t('header.someWishlist') : t('header.wishlist', { count: items.length })
      }
      onPointerEnter={onHint}
      onFocus={onHint}
      onClick={() => openDrawer('wishlist')}
      className="relative grid size-11 flex-none place-items-center rounded-md hover:bg-surface-3"
    >
      <Icon of={Heart} />
      <CountBadge count={items.length} />
    </button>
  );
}
