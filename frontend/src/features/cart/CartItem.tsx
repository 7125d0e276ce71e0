import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { type CartLine, isBuyable } from '@/domain/cart/cart-lines';
import { maxQuantity } from '@/domain/cart/cart-quantity';
import { QuantityField } from '@/domain/cart/QuantityField';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import { Kip, Price } from '@/domain/catalog/Price';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { unitName } from '@/shared/i18n/second-name';
import { IconButton } from '@/shared/ui/Button';
import { ConfirmBar } from '@/shared/ui/ConfirmBar';
import { cx } from '@/shared/ui/cx';
import { focusNeighbor } from '@/shared/ui/focus-neighbor';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import { LineNote } from './LineNote';

/** Maximum quantity of a line whose stock is not known. */
const MAX_QUANTITY = 999_999;

type CartItemProps = { line: CartLine; onFollow?: () => void; headingLevel?: 'h2' | 'h3' };

/** Line of the cart: product, quantity, total and remove button. */
export function CartItem({ line, onFollow, headingLevel: Heading = 'h3' }: CartItemProps) {
  const t = useT();
  const { code } = useLanguage();
  const actions = useCartActions();
  const [isAsking, setAsking] = useState(false);
  const trash = useRef<HTMLDivElement>(null);
  const name = pickText(line.pro_name_la, line.pro_name_en, code);
  const unit = unitName(line);
  const lineMax = Math.min(maxQuantity(line.stock, MAX_QUANTITY), MAX_QUANTITY);

  const keep = () => {
    setAsking(false);
    trash.current?.querySelector('button')?.focus();
  };

  return (
    <li
      className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 border-b border-line py-4"
      data-line={line.pro_id}
    >
      <ImageTile
        path={line.pro_img_cover}
        alt=""
        sizes="88px"
        upTo={320}
        tileClassName={cx('self-start', !isBuyable(line) && 'opacity-45')}
      />
      <div className="min-w-0">
        <div className="flex items-start gap-2">
          <Heading className="line-clamp-2 min-w-0 flex-1 pt-0.5 text-sm leading-head font-medium">
            <Link
              to="/shop/$proId"
              params={{ proId: String(line.pro_id) }}
              onClick={onFollow}
              className="rounded-xs hover:text-link"
            >
              <LocalizedText>{name}</LocalizedText>
              <SecondName la={line.pro_name_la} en={line.pro_name_en} />
            </Link>
          </Heading>
          <div ref={trash} className="-mt-2 -me-3">
            <IconButton
              icon={Trash2}
              label={t('cart.deleteItem', { name })}
              aria-expanded={isAsking}
              onClick={() => setAsking(true)}
            />
          </div>
        </div>
        {line.state !== 'not_for_sale' && (
          <Price price={line.price} originalPrice={line.product_price1} unit={unit} />
        )}
        <LineNote line={line} unit={unit} onSet={(quantity) => actions.set(line, quantity)} />
        {isBuyable(line) && (
          <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <QuantityField
              value={line.quantity}
              max={lineMax}
              capText={
                line.stock
                  ? t('stock.low', { count: formatNumber(lineMax), unit: unitOf(lineMax, unit) })
                  : undefined
              }
              onChange={(quantity) => actions.set(line, quantity)}
              label={t('cart.quantityOf', { name })}
              name={name}
            />
            <Ltr className="num text-md font-bold">
              <Kip value={line.total} />
            </Ltr>
          </div>
        )}
      </div>
      {isAsking && (
        <div className="col-span-2 mt-3">
          <ConfirmBar
            question={t('cart.deleteItemConfirm')}
            onCancel={keep}
            onConfirm={() => {
              focusNeighbor(trash.current);
              void actions.remove(line);
            }}
          />
        </div>
      )}
    </li>
  );
}
