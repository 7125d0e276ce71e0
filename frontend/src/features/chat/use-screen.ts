import { useEffect, useState, useSyncExternalStore } from 'react';

const NARROW = '(width < 48rem)';

function watchWidth(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/**
 * Whether the screen is so narrow that the chat covers it, because a window of 384 px would leave no room to drag it.
 */
export const useNarrow = () =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(NARROW).matches,
    () => false,
  );

/** Visible height in px, which an on-screen keyboard reduces; null while inactive. */
export function useVisibleHeight(isActive: boolean): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!isActive || !viewport) return setHeight(null);
    const measure = () => setHeight(Math.round(viewport.height));
    measure();
    viewport.addEventListener('resize', measure);
    return () => viewport.removeEventListener('resize', measure);
  }, [isActive]);
  return height;
}
