import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const PRODUCT_PATH = /^\/shop\/\d+\/?$/;

/** Reports when a product of a search is opened. The staff see searches with few clicks. */
export function useRecordSearchClick(text: string | undefined): void {
  const router = useRouter();
  useEffect(() => {
    if (text === undefined) return;
    return router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      if (PRODUCT_PATH.test(toLocation.pathname)) void recordSearchClick(text);
    });
  }, [router, text]);
}

/** Sends the click. A lost one only changes a statistic, so errors are ignored. */
async function recordSearchClick(text: string): Promise<void> {
  try {
    const { authFetch } = await import('@/shared/api/auth');
    await authFetch('/api/v1/search-click', { method: 'POST', body: { searchtext: text } });
  } catch {
    // Offline, or over a rate limit.
  }
}
