import { CircleAlert } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { readPrice } from '@/shared/format/price-text';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { PriceBox } from './PriceBox';
import { PriceSliderSlot } from './PriceSliderSlot';
import { type PriceRangeInput, priceText, readPriceRange } from './price-range';
import { type PriceSpan, priceStops } from './price-stops';

type Bounds = { min_price: number | undefined; max_price: number | undefined };
type PriceRangeProps = Bounds & {
  /** Lowest and highest price of the products. */
  span?: PriceSpan | null | undefined;
  onChange: (bounds: Bounds) => void;
};

/**
 * Filter by price with two bounds. A bound applies when the focus leaves the fields, Enter is pressed or a slider thumb
 * is released, so a half-typed number filters nothing.
 */
export function PriceRange({ min_price, max_price, span, onChange }: PriceRangeProps) {
  const t = useT();
  const messageId = useId();
  const [given, setGiven] = useState({ min_price, max_price });
  const [min, setMin] = useState(priceText(min_price));
  const [max, setMax] = useState(priceText(max_price));
  const [isChecked, setChecked] = useState(false);
  const message = useRef<HTMLParagraphElement>(null);

  // A bound that changes elsewhere (a chip, the back button) replaces the typed text.
  if (given.min_price !== min_price || given.max_price !== max_price) {
    setGiven({ min_price, max_price });
    if (given.min_price !== min_price) setMin(priceText(min_price));
    if (given.max_price !== max_price) setMax(priceText(max_price));
    setChecked(false);
  }

  const reading = readPriceRange(min, max);
  const error = isChecked ? reading.error : undefined;
  const stops = useMemo(() => (span ? priceStops(span) : []), [span]);
  const slide = (field: 'min' | 'max', price: number | undefined) =>
    (field === 'min' ? setMin : setMax)(priceText(price));

  useEffect(() => {
    if (error) message.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);

  const commit = () => {
    setChecked(true);
    if (reading.error) return;
    setMin(priceText(reading.min_price));
    setMax(priceText(reading.max_price));
    if (reading.min_price !== min_price || reading.max_price !== max_price) {
      onChange({ min_price: reading.min_price, max_price: reading.max_price });
    }
  };
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) commit();
  };
  const press = (event: KeyboardEvent) => {
    if (pressedKey(event) === 'Enter') commit();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what the two fields inside do
    <div onBlur={leave} onKeyDown={press}>
      {stops.length > 0 && (
        <PriceSliderSlot
          stops={stops}
          min_price={shownPrice(min, min_price)}
          max_price={shownPrice(max, max_price)}
          onChange={slide}
          onCommit={commit}
        />
      )}
      <div className="flex items-center gap-2">
        <PriceBox
          label={t('shop.min')}
          example={span && priceText(span.min)}
          text={min}
          onType={setMin}
          messageId={isInvalid(reading, error, 'min') ? messageId : undefined}
        />
        <span aria-hidden className="text-text-3">
          –
        </span>
        <PriceBox
          label={t('shop.max')}
          example={span && priceText(span.max)}
          text={max}
          onType={setMax}
          messageId={isInvalid(reading, error, 'max') ? messageId : undefined}
        />
      </div>
      <p ref={message} id={messageId} role="status" className="mt-1 text-xs text-err">
        {error && (
          <span className="flex gap-1">
            <Icon of={CircleAlert} size="s" className="mt-0.5" />
            <LocalizedText>
              {t(error === 'digits' ? 'shop.priceDigits' : 'shop.priceOrder')}
            </LocalizedText>
          </span>
        )}
      </p>
    </div>
  );
}

/** Bound of a box, or the active bound while the text is not a valid price. */
function shownPrice(text: string, bound: number | undefined): number | undefined {
  const price = readPrice(text);
  return price === null ? bound : price;
}

function isInvalid(reading: PriceRangeInput, error: unknown, field: 'min' | 'max'): boolean {
  return Boolean(error && reading.error && reading.field === field);
}
