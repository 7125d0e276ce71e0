import { Amount } from '@/domain/catalog/Price';
import { StockNote } from '@/domain/catalog/StockNote';
import type { Product } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { unitName } from '@/shared/i18n/second-name';

type HitPriceProps = {
  product: Pick<Product, 'price' | 'stock' | 'unit_name_la' | 'unit_name_en'>;
};

/** Price and stock of a search hit, in one line. */
export function HitPrice({ product }: HitPriceProps) {
  const t = useT();
  // Hits cached by an earlier release have neither price nor stock.
  if (product.price === undefined) return null;
  return (
    <span className="flex items-baseline gap-2 text-xs">
      {product.price === null ? (
        <span className="text-text-3">{t('price.ask')}</span>
      ) : (
        <Amount value={product.price} className="num text-sm" />
      )}
      <StockNote product={product} unit={unitName(product)} />
    </span>
  );
}
