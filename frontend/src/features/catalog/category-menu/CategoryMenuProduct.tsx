import { Link } from '@tanstack/react-router';
import { Price } from '@/domain/catalog/Price';
import { StockNote } from '@/domain/catalog/StockNote';
import { stockLevel } from '@/domain/catalog/stock-level';
import type { Product } from '@/shared/api/types';
import { discountPercent } from '@/shared/format/kip';
import { useLanguage } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { unitName } from '@/shared/i18n/second-name';
import { DiscountBadge } from '@/shared/ui/Badge';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import { productCell } from './CategoryMenuStates';

/** Small product card of the category menu; the whole card is a link. */
export function CategoryMenuProduct({ product }: { product: Product }) {
  const { code } = useLanguage();
  const unit = unitName(product);
  const percent = discountPercent(product.price, product.product_price1);
  const level = stockLevel(product);
  return (
    <li className="card" data-soldout={level === 'out' || undefined}>
      <Link
        to="/shop/$proId"
        params={{ proId: String(product.pro_id) }}
        data-stop
        className={cx('relative block rounded-md', productCell)}
      >
        <ImageTile
          path={product.pro_img_cover}
          alt=""
          upTo={480}
          sizes="(width >= 48rem) 180px, 45vw"
        />
        {percent > 0 && (
          <span className="absolute start-2 top-2 @max-[18.375rem]:start-1 @max-[18.375rem]:top-1">
            <DiscountBadge percent={percent} />
          </span>
        )}
        <div className="min-w-0">
          <span className="card-name mt-1.5 line-clamp-2 text-xs leading-head font-medium @max-[18.375rem]:mt-0">
            <LocalizedText>
              {pickText(product.pro_name_la, product.pro_name_en, code)}
            </LocalizedText>
          </span>
          <SecondName la={product.pro_name_la} en={product.pro_name_en} />
          <Price price={product.price} originalPrice={product.product_price1} unit={unit} />
          {level !== 'in' && <StockNote product={product} unit={unit} />}
        </div>
      </Link>
    </li>
  );
}
