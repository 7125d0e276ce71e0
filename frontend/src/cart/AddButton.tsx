import { Check, Plus } from 'lucide-react';
import type { Product } from '@/api/types';
import { useLanguage, useT } from '@/language/context';
import { pickText } from '@/language/pick';
import { useHas } from '@/storage/id-set';
import { openDrawer } from '@/ui/drawer';
import { Icon } from '@/ui/Icon';
import { stockLevel } from '@/ui/stock';
import { lineProduct } from './line-product';
import { inCart } from './use-cart';
import { useCartActions } from './use-cart-actions';

/** The plus of a product card: puts one into the cart, then shows that it is there and opens the cart. */
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
      onPointerEnter={actions.hint}
      onClick={() => (isInCart ? openDrawer('cart') : void actions.add(lineProduct(product), 1))}
      className="add-button"
    >
      <span>
        <Icon of={isInCart ? Check : Plus} />
      </span>
    </button>
  );
}
