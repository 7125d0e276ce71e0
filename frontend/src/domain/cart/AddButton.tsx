import { Check, Plus } from 'lucide-react';
import { openDrawer } from '@/domain/cart/drawer';
import { lineProduct } from '@/domain/catalog/line-product';
import { stockLevel } from '@/domain/catalog/stock-level';
import type { Product } from '@/shared/api/types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { useHas } from '@/shared/storage/id-set';
import { Icon } from '@/shared/ui/Icon';
import { inCart } from './use-cart';
import { useCartActions } from './use-cart-actions';

/** Plus button of a product card: adds one to the cart, then turns into a button that opens the cart. */
export function AddButton({ product }: { product: Product }) {
  const t = useT();
  const actions = useCartActions();
  const { code } = useLanguage();
  const isInCart = useHas(inCart, product.pro_id);
  const level = stockLevel(product);
  const name = pickText(product.pro_name_la, product.pro_name_en, code);
  return (
    <button
      type="button"
      disabled={!isInCart && level !== 'in' && level !== 'low'}
      aria-label={t(isInCart ? 'card.inCart' : 'card.add', { name })}
      data-in-cart={isInCart || undefined}
      onPointerEnter={actions.preload}
      onClick={() => (isInCart ? openDrawer('cart') : void actions.add(lineProduct(product), 1))}
      className="add-button"
    >
      <span>
        <Icon of={isInCart ? Check : Plus} />
      </span>
    </button>
  );
}
