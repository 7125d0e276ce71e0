import { Link } from '@tanstack/react-router';
import type { Product } from '@/api/types';
import { discountPercent } from '@/format/kip';
import { useLanguage } from '@/language/context';
import { pickText } from '@/language/pick';
import { DiscountBadge } from '@/ui/Badge';
import { cx } from '@/ui/classes';
import { Lao } from '@/ui/Lao';
import { PictureTile } from '@/ui/Picture';
import { Price } from '@/ui/Price';
import { StockNote } from '@/ui/StockNote';
import { stockLevel } from '@/ui/stock';
import { productCell } from './MegaStates';

/** A small product card; the whole of it is one link. */
export function MegaProduct({ product }: { product: Product }) {
  const { code } = useLanguage();
  const unit = pickText(product.unit_name_la, product.unit_name_en, code);
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
        <PictureTile
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
            <Lao>{pickText(product.pro_name_la, product.pro_name_en, code)}</Lao>
          </span>
          <Price price={product.price} original={product.product_price1} unit={unit} />
          {level !== 'in' && <StockNote product={product} unit={unit} />}
        </div>
      </Link>
    </li>
  );
}
