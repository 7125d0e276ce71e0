import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import type { StaffProduct } from '../staff-product-types';
import { stockState } from './product-labels';

/** Free units: a number, or a badge if they are low, out or not counted. */
export function StockCount({ product, low }: { product: StaffProduct; low: number }) {
  const t = useT();
  const state = stockState(product, low);
  if (state === 'in')
    return <span className="tabular-nums">{formatNumber(product.stock ?? 0)}</span>;
  if (state === 'low') {
    return <Badge kind="warn">{t('office.stock.left', { count: product.stock ?? 0 })}</Badge>;
  }
  if (state === 'out') return <Badge kind="err">{t('office.stock.out')}</Badge>;
  return <Badge>{t('office.stock.uncounted')}</Badge>;
}
