import { useEffect, useEffectEvent } from 'react';

/** Tries again by itself when the connection is back, for as long as something has failed. */
export function useRetryOnline(hasFailed: boolean, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!hasFailed) return;
    const listener = () => retry();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, [hasFailed]);
}
