import { useSyncExternalStore } from 'react';

const QUERY = '(width >= 48rem)';

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(QUERY);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Whether the screen is wider than a phone (768 px). */
export const useWide = () => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
