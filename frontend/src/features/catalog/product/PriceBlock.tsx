import { KipSentence } from '@/domain/catalog/KipSentence';
import type { Product } from '@/shared/api/types';
import { formatPercent } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { PriceRow } from './PriceRow';
import { savedAmount } from './product-rules';

/** Price, savings, and the VAT that the price contains. */
export function PriceBlock({ product, unit }: { product: Product; unit: string }) {
  const t = useT();
  const { price, product_price1, vatrate } = product;
  const saved = savedAmount(price, product_price1);
  if (price === null) {
    return <p className="mt-0.5 text-sm font-medium text-text-3">{t('price.ask')}</p>;
  }
  return (
    <div>
      <PriceRow price={price} originalPrice={product_price1} unit={unit} />
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text-3">
        <LocalizedText>
          {vatrate > 0
            ? t('product.vatIncluded', { percent: formatPercent(vatrate) })
            : t('product.vatNone')}
        </LocalizedText>
        {saved > 0 && (
          <Badge kind="deal-soft">
            <KipSentence kip={saved} text={(amount) => t('product.save', { amount })} />
          </Badge>
        )}
      </p>
    </div>
  );
}
