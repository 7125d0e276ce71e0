import { useEffect, useState } from 'react';
import { onShopTime, shopNow } from '@/shared/api/shop-time';
import { ssrTime, useIsHydrating } from '@/shared/hydration/hydration-state';

/** The shop's current time, updated every `everyMs` and when the page becomes visible again. */
export function useNow(everyMs: number): number {
  const isHydrating = useIsHydrating();
  const [now, setNow] = useState(shopNow);
  useEffect(() => {
    const update = () => setNow(shopNow());
    const timer = setInterval(update, everyMs);
    document.addEventListener('visibilitychange', update);
    const stopSync = onShopTime(update);
    return () => {
      stopSync();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [everyMs]);
  return isHydrating ? ssrTime() : now;
}
