import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { whenIdle } from '@/shared/scheduling/when-idle';

export type PriceSliderProps = {
  /** Selectable prices, ascending. */
  stops: number[];
  min_price: number | undefined;
  max_price: number | undefined;
  /** Called while a thumb moves; `undefined` at its end, where it does not limit the price. */
  onChange: (bound: 'min' | 'max', price: number | undefined) => void;
  /** Called when a thumb is released. */
  onCommit: () => void;
};

/**
 * Slot of the price slider: a bare track of the same height until the slider's code is loaded, which happens when the page
 * is idle. Server-rendered HTML has the bare track, because its policy forbids the styles that place the thumbs. Where
 * loading fails, the two boxes below do the same work.
 */
export function PriceSliderSlot(props: PriceSliderProps) {
  const [PriceSlider, setPriceSlider] = useState<ComponentType<PriceSliderProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    import('./PriceSlider').then(
      (module) => setPriceSlider(() => module.PriceSlider),
      () => setFailed(true),
    );
  };
  const loadWhenIdle = useEffectEvent(() => whenIdle(load));
  useEffect(() => loadWhenIdle(), []);
  useRetryOnline(hasFailed, load);
  return PriceSlider ? <PriceSlider {...props} /> : <div aria-hidden className="price-slider" />;
}
