import { useEffect, useEffectEvent } from 'react';

/** Calls `onRetry` when the connection is back, while something has failed. */
export function useRetryOnline(hasFailed: boolean, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!hasFailed) return;
    const listener = () => retry();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, [hasFailed]);
}
