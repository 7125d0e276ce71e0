import { Amount } from '@/domain/catalog/Price';
import { StockNote } from '@/domain/catalog/StockNote';
import type { Product } from '@/shared/api/types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';

type HitPriceProps = {
  product: Pick<Product, 'price' | 'stock' | 'unit_name_la' | 'unit_name_en'>;
};

/** Price and stock of a search hit, in one line. */
export function HitPrice({ product }: HitPriceProps) {
  const t = useT();
  const { code } = useLanguage();
  // Hits kept by an earlier release have neither.
  if (product.price === undefined) return null;
  return (
    <span className="flex items-baseline gap-2 text-xs">
      {product.price === null ? (
        <span className="text-text-3">{t('price.ask')}</span>
      ) : (
        <Amount value={product.price} className="num text-sm" />
      )}
      <StockNote
        product={product}
        unit={pickText(product.unit_name_la, product.unit_name_en, code)}
      />
    </span>
  );
}
