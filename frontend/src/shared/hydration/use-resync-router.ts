import type { AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Goes where the browser is by now: a link within the page that was followed while the page was taken over, such as
 * "Find a store", moved the address after the router had read it and before it listened.
 */
export function useResyncRouter(router: AnyRouter): void {
  useEffect(() => {
    // The router listens since its own effect, which ran before this one and read the address once more.
    if (router.latestLocation.href !== router.state.location.href) void router.load();
  }, [router]);
}
