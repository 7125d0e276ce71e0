import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useEarlyText } from '@/first-view/use-early';
import { formatKip } from '@/format/kip';
import { useT } from '@/language/context';
import { stopsOf } from './price-stops';

/** Who goes through the steps by keys has arrived when no key came for so long, in milliseconds. */
const KEYS_REST = 500;

type PriceSliderProps = {
  /** The prices it may stand at, rising. */
  stops: number[];
  min_price: number | undefined;
  max_price: number | undefined;
  /** A thumb moves; `undefined` at the end, where it bounds nothing. */
  onSlide: (field: 'min' | 'max', price: number | undefined) => void;
  /** It was let go. */
  onSettle: () => void;
};

/** The two prices as thumbs on one track: for who wants about so much rather than a number. */
export function PriceSlider({ stops, min_price, max_price, onSlide, onSettle }: PriceSliderProps) {
  const t = useT();
  const last = stops.length - 1;
  const [low, high] = stopsOf(stops, min_price, max_price);
  const slide = (field: 'min' | 'max', place: number) => {
    // One never passes the other.
    const at = field === 'min' ? Math.min(place, high) : Math.max(place, low);
    const isEnd = at === (field === 'min' ? 0 : last);
    onSlide(field, isEnd ? undefined : stops[at]);
  };
  const track = useRef<HTMLDivElement>(null);
  // Not as an attribute: the page's policy lets no styles in with its HTML.
  useLayoutEffect(() => {
    track.current?.style.setProperty('--low', String(low / last));
    track.current?.style.setProperty('--high', String(high / last));
  }, [low, high, last]);
  return (
    <div ref={track} className="price-slider">
      <Thumb
        label={t('shop.min')}
        // At the far end both stand on one place, and only this one can go anywhere.
        isAbove={low > last / 2}
        place={low}
        last={last}
        price={stops[low]}
        onSlide={(place) => slide('min', place)}
        onSettle={onSettle}
      />
      <Thumb
        label={t('shop.max')}
        place={high}
        last={last}
        price={stops[high]}
        onSlide={(place) => slide('max', place)}
        onSettle={onSettle}
      />
    </div>
  );
}

type ThumbProps = {
  label: string;
  isAbove?: boolean;
  place: number;
  last: number;
  price: number | undefined;
  onSlide: (place: number) => void;
  onSettle: () => void;
};

function Thumb({ label, isAbove, place, last, price, onSlide, onSettle }: ThumbProps) {
  const box = useRef<HTMLInputElement>(null);
  useEarlyText(box, String(place), ({ value }) => onSlide(Number(value)));
  const settle = useEffectEvent(onSettle);
  useEffect(() => {
    const { current } = box;
    let rest: ReturnType<typeof setTimeout> | undefined;
    let isByKeys = false;
    const heard = ({ type }: Event) => {
      clearTimeout(rest);
      // React's `onChange` tells of each step; the browser's `change` of the last one, which with keys is every one.
      if (type === 'change' && isByKeys) rest = setTimeout(() => settle(), KEYS_REST);
      else if (type === 'change') settle();
      else isByKeys = type === 'keydown';
    };
    const types = ['keydown', 'pointerdown', 'change'];
    for (const type of types) current?.addEventListener(type, heard);
    return () => {
      clearTimeout(rest);
      for (const type of types) current?.removeEventListener(type, heard);
    };
  }, []);
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
      onChange={(event) => onSlide(event.target.valueAsNumber)}
      className={isAbove ? 'z-2!' : undefined}
    />
  );
}
