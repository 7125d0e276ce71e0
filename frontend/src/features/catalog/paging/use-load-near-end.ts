import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Pages of a list that load by themselves; a button loads the others. */
export const AUTOMATIC_PAGES = 3;
/** The next page loads when the end of the list is this far below the screen. */
const DISTANCE = '0px 0px 800px';

/** Calls `load` when the returned element, the end of the list, comes near the screen while `isOn`. */
export function useLoadNearEnd<T extends Element>(
  isOn: boolean,
  load: () => void,
): RefObject<T | null> {
  const end = useRef<T>(null);
  const loadNext = useEffectEvent(load);
  useEffect(() => {
    if (!isOn || !end.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) loadNext();
      },
      { rootMargin: DISTANCE },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isOn]);
  return end;
}
