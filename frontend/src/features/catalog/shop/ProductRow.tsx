import { Link } from '@tanstack/react-router';
import { AddButton } from '@/domain/cart/AddButton';
import { matchRanges } from '@/domain/catalog/match-ranges';
import { Price } from '@/domain/catalog/Price';
import { StockNote } from '@/domain/catalog/StockNote';
import { stockLevel } from '@/domain/catalog/stock-level';
import { HeartButton } from '@/domain/wishlist/HeartButton';
import type { Product } from '@/shared/api/types';
import { discountPercent } from '@/shared/format/kip';
import { useLanguage } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { unitName } from '@/shared/i18n/second-name';
import { DiscountBadge } from '@/shared/ui/Badge';
import { Highlight } from '@/shared/ui/Highlight';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';

/** Product as a row of the list view, for comparing names and prices. */
export function ProductRow({ product, isPriority }: { product: Product; isPriority: boolean }) {
  const { code } = useLanguage();
  const name = pickText(product.pro_name_la, product.pro_name_en, code);
  const marks = matchRanges(product, name);
  const unit = unitName(product);
  const percent = discountPercent(product.price, product.product_price1);
  return (
    <article
      className="card relative grid grid-cols-[112px_minmax(0,1fr)] items-start gap-x-3.5"
      data-soldout={stockLevel(product) === 'out' || undefined}
    >
      <ImageTile
        path={product.pro_img_cover}
        alt=""
        sizes="112px"
        upTo={320}
        isPriority={isPriority}
      />
      <div>
        {(product.brand || percent > 0) && (
          <p className="flex min-h-6 items-center gap-2 text-xs text-text-3">
            {percent > 0 && <DiscountBadge percent={percent} />}
            <span className="truncate">{product.brand}</span>
          </p>
        )}
        <h3 className="card-name line-clamp-2 text-sm leading-head font-medium">
          <Link
            to="/shop/$proId"
            params={{ proId: String(product.pro_id) }}
            className="rounded-xs before:absolute before:inset-0"
          >
            {marks ? (
              <Highlight ranges={marks}>{name}</Highlight>
            ) : (
              <LocalizedText>{name}</LocalizedText>
            )}
          </Link>
        </h3>
        <SecondName la={product.pro_name_la} en={product.pro_name_en} />
        <Price price={product.price} originalPrice={product.product_price1} unit={unit} />
        <div className="flex items-center gap-1">
          <StockNote product={product} unit={unit} />
          <div className="relative z-1 ms-auto flex items-center">
            <HeartButton product={product} isOnPage />
            <AddButton product={product} />
          </div>
        </div>
      </div>
    </article>
  );
}
