import { Check } from 'lucide-react';
import type { Product } from '@/shared/api/types';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { stockLevel } from './stock-level';

const KINDS = { in: 'ok', low: 'warn', out: 'neutral', 'not-for-sale': 'neutral' } as const;

type StockBadgeProps = {
  product: Pick<Product, 'stock' | 'price'>;
  unit: string;
  /** Adds a check mark or a dot before the text. */
  hasIcon?: boolean;
};

/** Stock level of a product as a badge. */
export function StockBadge({ product, unit, hasIcon = false }: StockBadgeProps) {
  const t = useT();
  const level = stockLevel(product);
  const stock = product.stock ?? 0;
  const counted = { count: formatNumber(stock), unit: unitOf(stock, unit) };
  const texts = {
    in: () => t('product.inStock', counted),
    low: () => t('stock.low', counted),
    out: () => t('stock.out'),
    'not-for-sale': () => t('stock.notForSale'),
  };
  return (
    <Badge kind={KINDS[level]}>
      {hasIcon && level === 'in' && <Icon of={Check} size="s" />}
      {hasIcon && level !== 'in' && <span className="size-1.5 flex-none rounded-full bg-current" />}
      {texts[level]()}
    </Badge>
  );
}
