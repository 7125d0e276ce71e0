import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatKip } from '@/shared/format/kip';
import { useReplayEarlyInput } from '@/shared/hydration/use-replay-early-input';
import { useT } from '@/shared/i18n/language-context';
import { stopsOf } from './price-stops';
import { type Bound, useSliderPointer } from './use-slider-pointer';

/** Who goes through the steps by keys has arrived when no key came for so long, in milliseconds. */
const KEY_DEBOUNCE_MS = 500;

type PriceSliderProps = {
  /** The prices it may stand at, rising. */
  stops: number[];
  min_price: number | undefined;
  max_price: number | undefined;
  /** A thumb moves; `undefined` at the end, where it bounds nothing. */
  onChange: (bound: Bound, price: number | undefined) => void;
  /** It was let go. */
  onCommit: () => void;
};

/** The two prices as thumbs on one track: for who wants about so much rather than a number. */
export function PriceSlider({ stops, min_price, max_price, onChange, onCommit }: PriceSliderProps) {
  const t = useT();
  const track = useRef<HTMLDivElement>(null);
  const [keyed, setKeyed] = useState(0);
  const last = stops.length - 1;
  const [low, high] = stopsOf(stops, min_price, max_price);
  const slide = (bound: Bound, place: number) => {
    // One never passes the other.
    const at = bound === 'min' ? Math.min(place, high) : Math.max(place, low);
    const isEnd = at === (bound === 'min' ? 0 : last);
    onChange(bound, isEnd ? undefined : stops[at]);
  };
  const commit = useEffectEvent(onCommit);
  useEffect(() => {
    if (keyed === 0) return undefined;
    const timer = setTimeout(() => commit(), KEY_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [keyed]);
  // Not as an attribute: the page's policy lets no styles in with its HTML.
  useLayoutEffect(() => {
    track.current?.style.setProperty('--low', String(low / last));
    track.current?.style.setProperty('--high', String(high / last));
  }, [low, high, last]);
  const pointer = useSliderPointer({ track, low, high, last, onSlide: slide, onSettle: onCommit });

  return (
    <div ref={track} className="price-slider" {...pointer}>
      <Thumb
        label={t('shop.min')}
        place={low}
        last={last}
        price={stops[low]}
        onSlide={(place) => slide('min', place)}
        onKeyed={() => setKeyed(keyed + 1)}
      />
      <Thumb
        label={t('shop.max')}
        place={high}
        last={last}
        price={stops[high]}
        onSlide={(place) => slide('max', place)}
        onKeyed={() => setKeyed(keyed + 1)}
      />
    </div>
  );
}

type ThumbProps = {
  label: string;
  place: number;
  last: number;
  price: number | undefined;
  onSlide: (place: number) => void;
  onKeyed: () => void;
};

/** Moved by keys and by assistive technology; the pointer is the track's. */
function Thumb({ label, place, last, price, onSlide, onKeyed }: ThumbProps) {
  const box = useRef<HTMLInputElement>(null);
  useReplayEarlyInput(box, String(place), ({ value }) => onSlide(Number(value)));
  return (
    <input
      ref={box}
      type="range"
      autoComplete="off"
      aria-label={label}
      aria-valuetext={formatKip(price, 0)}
      min={0}
      max={last}
      value={place}
      onChange={(event) => {
        onSlide(event.target.valueAsNumber);
        onKeyed();
      }}
    />
  );
}
