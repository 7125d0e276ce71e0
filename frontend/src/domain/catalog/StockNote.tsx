import type { Product } from '@/shared/api/types';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { stockLevel } from './stock-level';

const DOTS = {
  in: 'bg-dot-ok',
  low: 'bg-dot-low',
  out: 'bg-dot-none',
  'not-for-sale': 'bg-dot-none',
};

/** Stock level as a dot and a text; the count only if stock is low. */
export function StockNote({
  product,
  unit,
}: {
  product: Pick<Product, 'stock' | 'price'>;
  unit: string;
}) {
  const t = useT();
  const level = stockLevel(product);
  const stock = product.stock ?? 0;
  const texts = {
    in: () => t('stock.in'),
    low: () => t('stock.low', { count: formatNumber(stock), unit: unitOf(stock, unit) }),
    out: () => t('stock.out'),
    'not-for-sale': () => t('stock.notForSale'),
  };
  return (
    <span
      className={cx(
        'flex items-center gap-1.5 text-xs',
        level === 'low' ? 'text-warn' : 'text-text-3',
      )}
    >
      <span className={cx('size-1.5 flex-none rounded-full', DOTS[level])} />
      {texts[level]()}
    </span>
  );
}
