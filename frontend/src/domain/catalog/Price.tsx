import { formatKip, isCut, KIP, parseKip, splitDecimals } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';

type PriceProps = {
  price: number | null;
  originalPrice: number | null;
  unit?: string;
  /** Reserves the line of the original price, so that the cards of a row align. */
  reservesLine?: boolean;
};

export function Price({ price, originalPrice, unit, reservesLine = false }: PriceProps) {
  const t = useT();
  const isLower = isCut(price, originalPrice);
  return (
    <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 leading-[1.35] tabular-nums">
      {price === null ? (
        <span className="text-sm font-medium text-text-3">{t('price.ask')}</span>
      ) : (
        <>
          {isLower && <span className="sr-only">{t('price.now')}</span>}
          <Amount
            value={price}
            className={cx('text-lg', isLower ? 'text-deal-text' : 'text-text')}
          />
          {unit && (
            <span className="text-xs text-text-3">
              / <LocalizedText>{unit}</LocalizedText>
            </span>
          )}
        </>
      )}
      {(isLower || reservesLine) && (
        <span className="min-h-[1.35em] basis-full text-xs text-text-3">
          {isLower && (
            <>
              <span className="sr-only">{t('price.before')}</span>
              <s>
                <Kip value={originalPrice} />
              </s>
            </>
          )}
        </span>
      )}
    </p>
  );
}

/** Amount in bold: `₭58,000.00`. */
export function Amount({ value, className }: { value: unknown; className?: string }) {
  return (
    <b className={cx('font-bold', className)}>
      <Kip value={value} />
    </b>
  );
}

/** Amount with small currency sign and decimals: `₭58,000.00`. Screen readers and copied text get it as plain text. */
export function Kip({ value }: { value: unknown }) {
  const kip = parseKip(value);
  if (kip === null) return formatKip(value);
  const [whole, decimals] = splitDecimals(kip);
  return (
    <Ltr translate="no" className="whitespace-nowrap">
      <span className="me-px text-[max(.78em,11px)] font-semibold">{KIP}</span>
      <span>{whole}</span>
      <small className="text-[max(.62em,11px)] font-medium text-text-3">{decimals}</small>
    </Ltr>
  );
}
