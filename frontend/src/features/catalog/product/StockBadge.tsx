import { BadgePercent, Check } from 'lucide-react';
import type { Product } from '@/api/types';
import { formatNumber } from '@/format/kip';
import { unitOf } from '@/format/unit';
import { useT } from '@/language/context';
import { Badge } from '@/ui/Badge';
import { Icon } from '@/ui/Icon';
import { stockLevel } from '@/ui/stock';

const KINDS = { in: 'ok', low: 'warn', out: 'neutral', 'not-for-sale': 'neutral' } as const;

/** Whether it can be had, in a word and a sign; beside it the club points a purchase earns. */
export function StockBadge({
  product,
  unit,
  points,
}: {
  product: Product;
  unit: string;
  points: number;
}) {
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
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
      <Badge kind={KINDS[level]}>
        {level === 'in' ? (
          <Icon of={Check} size="s" />
        ) : (
          <span className="size-1.5 flex-none rounded-full bg-current" />
        )}
        {texts[level]()}
      </Badge>
      {points > 0 && (
        <span className="flex items-center gap-1.5 text-xs text-text-3">
          <Icon of={BadgePercent} size="s" />
          {t('product.points', { count: points })}
        </span>
      )}
    </div>
  );
}
