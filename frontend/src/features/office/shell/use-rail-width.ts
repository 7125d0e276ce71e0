import { useSyncExternalStore } from 'react';

const QUERY = '(width >= 80rem)';

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(QUERY);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Whether the screen is wide enough for a rail with labels (1280 px). */
export const useRailWidth = () => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
