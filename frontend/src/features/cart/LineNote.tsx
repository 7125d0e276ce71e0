import type { CartLine } from '@/domain/cart/cart-lines';
import { KipSentence } from '@/domain/catalog/KipSentence';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { useT } from '@/shared/i18n/language-context';

type LineNoteProps = { line: CartLine; unit: string; onSet: (quantity: number) => void };

/**
 * Note about a line that has changed since it was added, such as a new price or insufficient stock, with a button that
 * fixes it.
 */
export function LineNote({ line, unit, onSet }: LineNoteProps) {
  const t = useT();
  const { state, stock, price, price_was } = line;
  const hasNewPrice = price_was !== null && price_was !== price && state !== 'not_for_sale';
  return (
    <>
      {hasNewPrice && (
        <p className="text-xs text-warn">
          <KipSentence kip={price_was} text={(amount) => t('cart.priceWas', { amount })} />
        </p>
      )}
      {state === 'insufficient_stock' && (
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-warn">
          {t('stock.low', { count: formatNumber(stock), unit: unitOf(stock, unit) })}
          <button
            type="button"
            onClick={() => onSet(stock)}
            className="min-h-11 px-1 font-semibold text-link underline underline-offset-4"
          >
            {t('cart.setTo', { count: formatNumber(stock) })}
          </button>
        </p>
      )}
      {state === 'out_of_stock' && (
        <p className="text-xs font-semibold text-err">{t('stock.out')}</p>
      )}
      {state === 'not_for_sale' && (
        <p className="text-xs font-semibold text-err">{t('cart.lineGone')}</p>
      )}
    </>
  );
}
