import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Number of pages that load automatically while scrolling. Further pages need a click. */
export const AUTOMATIC_PAGES = 3;
/** Root margin within which the end of the list counts as near the screen. */
const DISTANCE = '0px 0px 800px';

/** Calls `load` when the returned element, at the end of the list, comes near the screen while `isOn`. */
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
