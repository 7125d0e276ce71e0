import { type PointerEvent, type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { stopAt } from './price-stops';

export type Bound = 'min' | 'max';

/** From the edge of the box to the middle of a thumb at its end; `shop.css` has the same. */
const INSET = 22;

type SliderPointerOptions = {
  track: RefObject<HTMLDivElement | null>;
  low: number;
  high: number;
  last: number;
  onSlide: (bound: Bound, place: number) => void;
  onSettle: () => void;
};

/**
 * Lets a finger or mouse take the thumb that is nearest, also by a press on the track. Where both stand on one place the
 * first movement tells which is meant.
 */
export function useSliderPointer(options: SliderPointerOptions) {
  const { track, low, high, last, onSlide, onSettle } = options;
  const held = useRef<{ bound?: Bound | undefined; from: number } | null>(null);

  const shareAt = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - INSET) / (box.width - 2 * INSET);
    return getComputedStyle(event.currentTarget).direction === 'rtl' ? 1 - share : share;
  };
  const move = (event: PointerEvent) => {
    const hold = held.current;
    if (!hold) return;
    const share = shareAt(event);
    if (!hold.bound && share !== hold.from) hold.bound = share < hold.from ? 'min' : 'max';
    const { bound } = hold;
    // At once, so that what is settled on letting go is where it was let go.
    if (bound) flushSync(() => onSlide(bound, stopAt(share, last)));
  };
  const letGo = () => {
    if (held.current) onSettle();
    held.current = null;
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const share = shareAt(event);
      const place = stopAt(share, last);
      const bound = nearest(share * last, low, high);
      held.current = { bound, from: share };
      event.currentTarget.setPointerCapture?.(event.pointerId);
      // The keys go on where the pointer was.
      const [min, max] = track.current?.querySelectorAll('input') ?? [];
      (bound === 'max' ? max : min)?.focus({ preventScroll: true });
      event.preventDefault();
      if (bound && place !== (bound === 'min' ? low : high)) onSlide(bound, place);
    },
    onPointerMove: move,
    onPointerUp: letGo,
    onPointerCancel: letGo,
  };
}

/** The thumb nearest to a place; none when both are on it. */
export function nearest(place: number, low: number, high: number): Bound | undefined {
  if (low === high) {
    if (Math.abs(place - low) < 0.5) return undefined;
    return place < low ? 'min' : 'max';
  }
  return place - low < high - place ? 'min' : 'max';
}
