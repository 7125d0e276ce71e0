import { ShoppingCart } from 'lucide-react';
import { openDrawer } from '@/domain/cart/drawer';
import { useCart } from '@/domain/cart/use-cart';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import { Kip } from '@/domain/catalog/Price';
import { formatKip } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { CountBadge } from '@/shared/ui/CountBadge';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';

/** Opens the cart drawer; shows the number of lines and, on wide screens, the total. */
export function CartButton({ onHint }: { onHint: () => void }) {
  const t = useT();
  const { cart, count, isHydrating } = useCart();
  const actions = useCartActions();
  const total = formatKip(cart.total);
  const hint = () => {
    onHint();
    actions.preload();
  };
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onPointerEnter={hint}
      onFocus={hint}
      onClick={() => openDrawer('cart')}
      className="flex min-h-11 items-center rounded-md max-lg:hover:bg-surface-3 lg:gap-2.5 lg:bg-action-soft lg:ps-1.5 lg:pe-3.5 lg:hover:bg-action-soft-2"
    >
      {/* The accessible name is the visible text, count and total included (WCAG 2.5.3), so there is no aria-label. */}
      <span className="sr-only">
        {isHydrating ? t('header.someCart') : t('header.cart', { count, total })}
      </span>
      <span className="relative grid size-11 place-items-center">
        <Icon of={ShoppingCart} />
        <CountBadge count={count} />
      </span>
      <Ltr
        aria-hidden
        className={cx('num text-sm font-bold max-lg:hidden', isHydrating && 'invisible')}
      >
        <Kip value={cart.total} />
      </Ltr>
    </button>
  );
}
