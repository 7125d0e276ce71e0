import { type PointerEvent, useEffect, useRef } from 'react';
import { inlineSign } from '@/shared/ui/inline-sign';
import { hoverDelay, type Point } from './hover-delay';

const FOCUS_DELAY_MS = 120;

/**
 * Hover intent: opens an entry when the pointer or the keyboard focus has stayed on it. Passing over an entry opens
 * nothing.
 */
export function useHoverIntent(onOpen: (id: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef<Point>(undefined);

  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);

  const openAfter = (delay: number, id: number) => {
    cancel();
    timer.current = setTimeout(() => onOpen(id), delay);
  };

  return {
    cancel,
    focus: (id: number) => openAfter(FOCUS_DELAY_MS, id),
    leave: () => {
      cancel();
      last.current = undefined;
    },
    move: (event: PointerEvent<HTMLElement>, id: number | undefined) => {
      if (event.pointerType !== 'mouse') return;
      const from = last.current;
      const to = { x: event.clientX, y: event.clientY };
      last.current = to;
      // The list scrolled under a resting pointer, which is not a hover.
      if (!from || (from.x === to.x && from.y === to.y)) return;
      if (id === undefined) return cancel();
      openAfter(hoverDelay(from, to, inlineSign(event.currentTarget)), id);
    },
  };
}
