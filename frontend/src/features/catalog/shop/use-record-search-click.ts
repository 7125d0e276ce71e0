import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const PRODUCT_PATH = /^\/shop\/\d+\/?$/;

/** Tells the shop when a product of a search is opened: searches with few of them need better words. */
export function useRecordSearchClick(text: string | undefined): void {
  const router = useRouter();
  useEffect(() => {
    if (text === undefined) return;
    return router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      if (PRODUCT_PATH.test(toLocation.pathname)) void recordSearchClick(text);
    });
  }, [router, text]);
}

/** A click that is lost is one less in a statistic; the shopper is not informed. */
async function recordSearchClick(text: string): Promise<void> {
  try {
    const { authFetch } = await import('@/shared/api/auth');
    await authFetch('/api/v1/search-click', { method: 'POST', body: { searchtext: text } });
  } catch {
    // Offline, or over a limit.
  }
}
