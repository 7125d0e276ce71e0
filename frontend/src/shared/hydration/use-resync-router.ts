import type { AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Navigates to the browser's current address. A link within the page that was clicked during hydration, such as "Find a
 * store", changes the address after the router has read it and before it listens.
 */
export function useResyncRouter(router: AnyRouter): void {
  useEffect(() => {
    // The router's own effect ran before this one: it listens and has read the address again.
    if (router.latestLocation.href !== router.state.location.href) void router.load();
  }, [router]);
}
