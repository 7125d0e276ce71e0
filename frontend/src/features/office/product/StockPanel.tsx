import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { Quantity } from '@/shared/ui/Quantity';
import { StockForm } from '../products/StockForm';
import { useProductTexts } from '../products/use-product-texts';
import type { StaffProductDetail } from '../staff-product-types';
import { EditPanel } from './EditPanel';

/** Panel with units in the house, held and free, and the stock adjustment. */
export function StockPanel({ product }: { product: StaffProductDetail }) {
  const t = useT();
  const { nameOf, unitNameOf } = useProductTexts();
  const { stock, on_hand: onHand, awaiting_handover: awaiting, held, sold } = product;
  const units = (value: number | null) => (value === null ? '—' : formatNumber(value));
  return (
    <EditPanel
      title={t('office.product.stock')}
      aside={
        <span className="o-stock-total">
          {stock === null ? (
            <>
              <b>—</b> <span className="o-muted">{t('office.stock.uncounted')}</span>
            </>
          ) : (
            <Quantity isStrong count={stock} unit={unitNameOf(product)} unitClassName="o-muted" />
          )}
        </span>
      }
    >
      <dl className="o-figures">
        {awaiting !== undefined && onHand !== null && (
          <>
            <dt>{t('office.stock.inHouse')}</dt>
            <dd>{units(onHand + awaiting)}</dd>
            <dt>{t('office.stock.awaiting')}</dt>
            <dd>{units(awaiting)}</dd>
          </>
        )}
        <dt>{t('office.stock.onHand')}</dt>
        <dd>{units(onHand)}</dd>
        <dt>{t('office.stock.heldUnits')}</dt>
        <dd>{units(held)}</dd>
        <dt>{t('office.stock.free')}</dt>
        <dd>{units(stock)}</dd>
        <dt>{t('office.product.sold')}</dt>
        <dd>{units(sold)}</dd>
      </dl>
      <StockForm product={product} name={nameOf(product)} />
    </EditPanel>
  );
}
