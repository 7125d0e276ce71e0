import { Amount, Kip } from '@/domain/catalog/Price';
import { discountPercent, isCut } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { DiscountBadge } from '@/shared/ui/Badge';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';

type PriceRowProps = { price: number; originalPrice: number | null; unit: string };

/**
 * Price of the product page with its unit; beside a lower price the original and the discount, in one row from 320 px on.
 * Screens below 360 px have smaller gaps, narrower letters and a smaller original price.
 */
export function PriceRow({ price, originalPrice, unit }: PriceRowProps) {
  const t = useT();
  const isLower = isCut(price, originalPrice);
  const percent = discountPercent(price, originalPrice);
  const size = isLower ? sizeFor(originalPrice) : SIZES.whole;
  return (
    <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 max-[359px]:gap-x-1 max-[359px]:tracking-tight leading-[1.35] tabular-nums">
      {isLower && <span className="sr-only">{t('price.now')}</span>}
      <Amount
        value={price}
        className={cx(size.price, 'lg:text-[2.5rem]', isLower ? 'text-deal-text' : 'text-text')}
      />
      {unit && (
        <span className="text-xs text-text-3">
          / <LocalizedText>{unit}</LocalizedText>
        </span>
      )}
      {isLower && (
        <span className="flex items-center gap-2 text-xs text-text-3 max-[359px]:gap-1 max-[359px]:[&>s+*]:px-1">
          <span className="sr-only">{t('price.before')}</span>
          <s className={cx(size.original, 'max-[359px]:text-xs')}>
            <Kip value={originalPrice} />
          </s>
          {percent > 0 && <DiscountBadge percent={percent} />}
        </span>
      )}
    </p>
  );
}

/** Font sizes by the number of digits, so that price, unit, original price and discount fit the width of a phone. */
const SIZES = {
  whole: { price: 'text-[1.75rem]', original: 'text-md' },
  fiveDigits: { price: 'text-[min(1.75rem,7vw)]', original: 'text-md' },
  sixDigits: { price: 'text-[min(1.75rem,5.5vw)]', original: 'text-sm lg:text-md' },
  sevenDigits: { price: 'text-[min(1.75rem,5.3vw)]', original: 'text-sm lg:text-md' },
  long: { price: 'text-[min(1.75rem,4.8vw)]', original: 'text-sm lg:text-md' },
};

function sizeFor(originalPrice: number) {
  if (originalPrice < 100_000) return SIZES.fiveDigits;
  if (originalPrice < 1_000_000) return SIZES.sixDigits;
  return originalPrice < 10_000_000 ? SIZES.sevenDigits : SIZES.long;
}
