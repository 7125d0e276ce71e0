import { useEffect, useState } from 'react';
import { ssrTime, useIsHydrating } from '@/shared/hydration/hydration-state';

/** The current time, updated every `everyMs` and when the page becomes visible again. */
export function useNow(everyMs: number): number {
  const isHydrating = useIsHydrating();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const update = () => setNow(Date.now());
    const timer = setInterval(update, everyMs);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [everyMs]);
  return isHydrating ? ssrTime() : now;
}
