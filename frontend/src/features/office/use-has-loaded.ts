import { useState } from 'react';

/**
 * Whether a page has had all of its first data (or their errors). It stays true, so that later fetches leave the page in place.
 * Until then the page shows a placeholder: parts that came one after the other would move those below them.
 */
export function useHasLoaded(isLoaded: boolean): boolean {
  const [hasLoaded, setHasLoaded] = useState(isLoaded);
  if (isLoaded && !hasLoaded) setHasLoaded(true);
  return hasLoaded || isLoaded;
}
