import { Link } from '@tanstack/react-router';
import { Check, ShoppingCart, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { inCart } from '@/domain/cart/use-cart';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import { lineProduct } from '@/domain/catalog/line-product';
import { Price } from '@/domain/catalog/Price';
import { StockBadge } from '@/domain/catalog/StockBadge';
import { stockLevel } from '@/domain/catalog/stock-level';
import { unlike } from '@/domain/wishlist/wishlist-actions';
import type { WishlistItem } from '@/domain/wishlist/wishlist-items';
import { showLikeFailedToast } from '@/domain/wishlist/wishlist-toasts';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { unitName } from '@/shared/i18n/second-name';
import { useHas } from '@/shared/storage/id-set';
import { Badge } from '@/shared/ui/Badge';
import { Button, IconButton } from '@/shared/ui/Button';
import { ConfirmBar } from '@/shared/ui/ConfirmBar';
import { focusNeighbor } from '@/shared/ui/focus-neighbor';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';

/** Row of the wishlist: add to cart, or remove after a confirmation that covers the row. */
export function WishlistRow({ item, onFollow }: { item: WishlistItem; onFollow: () => void }) {
  const t = useT();
  const shop = useAppContext();
  const { code } = useLanguage();
  const actions = useCartActions();
  const isInCart = useHas(inCart, item.pro_id) || item.in_cart;
  const [isAdding, setAdding] = useState(false);
  const [removal, setRemoval] = useState<'none' | 'asked' | 'running'>('none');
  const trash = useRef<HTMLDivElement>(null);
  const name = pickText(item.pro_name_la, item.pro_name_en, code);
  const unit = unitName(item);
  const level = stockLevel(item);
  const isForSale = level === 'in' || level === 'low';

  const add = async () => {
    setAdding(true);
    const isAdded = await actions.add(lineProduct(item), 1, { from: 'wishlist' });
    if (isAdded) await actions.flush();
    setAdding(false);
  };

  const remove = async () => {
    setRemoval('running');
    focusNeighbor(trash.current);
    try {
      await unlike(shop.queryClient, item.pro_id);
    } catch (error) {
      setRemoval('none');
      showLikeFailedToast(shop, error, true);
    }
  };

  return (
    <li
      className="relative grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 border-b border-line py-4"
      aria-busy={removal === 'running'}
    >
      <ImageTile
        path={item.pro_img_cover}
        alt=""
        sizes="88px"
        upTo={320}
        tileClassName={isForSale ? 'self-start' : 'self-start opacity-45'}
      />
      <div className="min-w-0" inert={removal !== 'none'}>
        <div className="flex items-start gap-2">
          <h3 className="line-clamp-2 min-w-0 flex-1 pt-0.5 text-sm leading-head font-medium">
            <Link
              to="/shop/$proId"
              params={{ proId: String(item.pro_id) }}
              onClick={onFollow}
              className="rounded-xs hover:text-link"
            >
              <LocalizedText>{name}</LocalizedText>
              <SecondName la={item.pro_name_la} en={item.pro_name_en} />
            </Link>
          </h3>
          <div ref={trash} className="-mt-2 -me-3">
            <IconButton
              icon={Trash2}
              label={t('cart.deleteItem', { name })}
              aria-expanded={removal !== 'none'}
              onClick={() => setRemoval('asked')}
            />
          </div>
        </div>
        <Price price={item.price} originalPrice={item.product_price1} unit={unit} />
        <div className="mt-1.5 flex min-h-11 flex-wrap items-center justify-between gap-2">
          <StockBadge product={item} unit={unit} />
          {isInCart ? (
            <Badge kind="brand">
              <Check size={16} aria-hidden />
              {t('cart.inCart')}
            </Badge>
          ) : (
            <Button
              kind="soft"
              icon={ShoppingCart}
              disabled={!isForSale}
              isLoading={isAdding}
              onClick={add}
              className="px-4!"
            >
              {isAdding ? t('wishlist.adding') : isForSale ? t('wishlist.add') : t('stock.out')}
              <span className="sr-only">{name}</span>
            </Button>
          )}
        </div>
      </div>
      {removal !== 'none' && (
        <div className="absolute inset-0 grid content-center rounded-md bg-surface/90">
          <ConfirmBar
            question={t(removal === 'running' ? 'wishlist.removing' : 'cart.deleteItemConfirm')}
            isBusy={removal === 'running'}
            onCancel={() => {
              // Synchronously, because an inert button cannot receive the focus.
              flushSync(() => setRemoval('none'));
              trash.current?.querySelector('button')?.focus();
            }}
            onConfirm={remove}
          />
        </div>
      )}
    </li>
  );
}
