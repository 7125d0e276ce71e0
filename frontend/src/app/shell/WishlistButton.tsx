import { Heart } from 'lucide-react';
import { useT } from '@/language/context';
import { Counter } from '@/ui/Counter';
import { openDrawer } from '@/ui/drawer';
import { Icon } from '@/ui/Icon';
import { useWishlist } from '@/wishlist/use-wishlist';

export function WishlistButton({ onHint }: { onHint: () => void }) {
  const t = useT();
  const { items, isNeutral } = useWishlist();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={
        isNeutral ? t('header.someWishlist') : t('header.wishlist', { count: items.length })
      }
      onPointerEnter={onHint}
      onFocus={onHint}
      onClick={() => openDrawer('wishlist')}
      className="relative grid size-11 flex-none place-items-center rounded-md hover:bg-surface-3"
    >
      <Icon of={Heart} />
      <Counter count={items.length} />
    </button>
  );
}
