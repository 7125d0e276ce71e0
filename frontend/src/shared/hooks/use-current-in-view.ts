import { type RefObject, useEffect, useRef } from 'react';
import { inlineSign } from '@/shared/ui/inline-sign';

const EDGE = 48;

/** Scrolls the entry marked `aria-current` of a horizontally scrolling row into view whenever `current` changes. */
export function useCurrentInView(current: unknown): RefObject<HTMLUListElement | null> {
  const row = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` says when to look again
  useEffect(() => {
    const entry = row.current?.querySelector('[aria-current]');
    if (!entry || !row.current) return;
    const sign = inlineSign(row.current);
    const side = sign === 1 ? 'left' : 'right';
    const start = entry.getBoundingClientRect()[side] - row.current.getBoundingClientRect()[side];
    row.current.scrollLeft += start - sign * EDGE;
  }, [current]);
  return row;
}
