import { DirectionProvider } from '@base-ui/react/direction-provider';
import { Slider } from '@base-ui/react/slider';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatKip } from '@/shared/format/kip';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { PriceSliderProps } from './PriceSliderSlot';
import { stopsOf } from './price-stops';

/** Debounce of changes by keyboard, in milliseconds. */
const KEY_DEBOUNCE_MS = 500;

/**
 * Slider with two thumbs over the price stops. Its values are indexes of `stops`, so that each step is one stop, however
 * far apart their prices are. A drag commits at its release, the keyboard and assistive technology after a debounce.
 */
export function PriceSlider({ stops, min_price, max_price, onChange, onCommit }: PriceSliderProps) {
  const t = useT();
  const { dir } = useLanguage();
  const [keyed, setKeyed] = useState(0);
  const last = stops.length - 1;
  const [low, high] = stopsOf(stops, min_price, max_price);
  const commit = useEffectEvent(onCommit);
  useEffect(() => {
    if (keyed === 0) return undefined;
    const timer = setTimeout(() => commit(), KEY_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [keyed]);

  // A thumb at its own end does not limit the price.
  const move = (nextLow: number, nextHigh: number) => {
    if (nextLow !== low) onChange('min', nextLow === 0 ? undefined : stops[nextLow]);
    if (nextHigh !== high) onChange('max', nextHigh === last ? undefined : stops[nextHigh]);
  };

  return (
    <DirectionProvider direction={dir}>
      <Slider.Root
        aria-label={t('shop.price')}
        min={0}
        max={last}
        largeStep={Math.max(1, Math.round(last / 10))}
        value={[low, high]}
        // A thumb dragged past the other hands over to it, so two on one stop can be pulled apart either way.
        thumbCollisionBehavior="swap"
        onValueChange={([nextLow = low, nextHigh = high], { reason }) => {
          // The move is rendered at once, because the release commits the rendered values.
          if (reason === 'drag') flushSync(() => move(nextLow, nextHigh));
          else move(nextLow, nextHigh);
        }}
        onValueCommitted={(_, { reason }) => {
          if (reason === 'drag' || reason === 'track-press') onCommit();
          else setKeyed(keyed + 1);
        }}
      >
        <Slider.Control
          className="price-slider"
          // Otherwise a press takes the focus out of the filter for a moment, which would commit before the release.
          onMouseDown={(event) => event.preventDefault()}
        >
          <Slider.Track className="price-slider-track">
            <Slider.Indicator className="price-slider-range" />
            {(['min', 'max'] as const).map((bound, index) => (
              <Slider.Thumb
                key={bound}
                index={index}
                className="price-slider-thumb"
                aria-label={t(`shop.${bound}`)}
                getAriaValueText={(_, stop) => formatKip(stops[stop])}
              />
            ))}
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </DirectionProvider>
  );
}
