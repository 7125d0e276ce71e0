import { useSyncExternalStore } from 'react';

const QUERY = '(width >= 80rem)';

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(QUERY);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Whether the screen has space for a rail with words (1280 px). */
export const useRailWidth = () => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
