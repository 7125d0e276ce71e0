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

const GRID_SIZES = '(width >= 64rem) 250px, (width >= 48rem) 33vw, 46vw';

type ProductCardProps = {
  product: Product;
  sizes?: string;
  isPriority?: boolean;
};

export function ProductCard({ product, sizes = GRID_SIZES, isPriority }: ProductCardProps) {
  const { code } = useLanguage();
  const name = pickText(product.pro_name_la, product.pro_name_en, code);
  const marks = matchRanges(product, name);
  const unit = unitName(product);
  const percent = discountPercent(product.price, product.product_price1);
  return (
    <article
      className="card relative flex h-full min-w-0 flex-col"
      data-soldout={stockLevel(product) === 'out' || undefined}
    >
      <Link to="/shop/$proId" params={{ proId: String(product.pro_id) }} className="rounded-md">
        <ImageTile
          path={product.pro_img_cover}
          alt=""
          sizes={sizes}
          isPriority={isPriority}
          tileClassName="mb-2"
        />
        <h3 className="card-name line-clamp-2 min-h-[3.2em] text-sm leading-head font-medium">
          {marks ? (
            <Highlight ranges={marks}>{name}</Highlight>
          ) : (
            <LocalizedText>{name}</LocalizedText>
          )}
        </h3>
        <SecondName la={product.pro_name_la} en={product.pro_name_en} />
      </Link>
      {percent > 0 && (
        <div className="pointer-events-none absolute start-2 top-2 z-1">
          <DiscountBadge percent={percent} />
        </div>
      )}
      <div className="absolute end-0 top-0 z-1">
        <HeartButton product={product} />
      </div>
      <Price
        price={product.price}
        originalPrice={product.product_price1}
        unit={unit}
        reservesLine
      />
      <div className="mt-auto flex items-center justify-between gap-1 pt-0.5">
        <StockNote product={product} unit={unit} />
        <AddButton product={product} />
      </div>
    </article>
  );
}
