import { formatNumber } from '@/format/kip';
import { unitOf } from '@/format/unit';
import { useT } from '@/language/context';
import { Badge } from '@/ui/Badge';
import { stockLevel } from '@/ui/stock';
import type { WishlistItem } from '@/wishlist/items';

const KINDS = { in: 'ok', low: 'warn', out: 'neutral', 'not-for-sale': 'neutral' } as const;

export function StockBadge({ item, unit }: { item: WishlistItem; unit: string }) {
  const t = useT();
  const level = stockLevel(item);
  const stock = item.stock ?? 0;
  const counted = { count: formatNumber(stock), unit: unitOf(stock, unit) };
  const texts = {
    in: () => t('product.inStock', counted),
    low: () => t('stock.low', counted),
    out: () => t('stock.out'),
    'not-for-sale': () => t('stock.notForSale'),
  };
  return <Badge kind={KINDS[level]}>{texts[level]()}</Badge>;
}
