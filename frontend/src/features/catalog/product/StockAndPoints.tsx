import { BadgePercent } from 'lucide-react';
import { StockBadge } from '@/domain/catalog/StockBadge';
import type { Product } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';

type StockAndPointsProps = { product: Product; unit: string; points: number };

/** Stock badge, and the club points that a purchase earns. */
export function StockAndPoints({ product, unit, points }: StockAndPointsProps) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
      <StockBadge product={product} unit={unit} hasIcon />
      {points > 0 && (
        <span className="flex items-center gap-1.5 text-xs text-text-3">
          <Icon of={BadgePercent} size="s" />
          {t('product.points', { count: points })}
        </span>
      )}
    </div>
  );
}
