import type { createShopRouter } from './router';

/**
 * Part of its address that a page depends on: the path and the query parameters its route reads. Server-rendered HTML is hydrated
 * only if its key equals the browser's.
 */
export function routeKey(router: ReturnType<typeof createShopRouter>): string {
  const match = router.state.matches.at(-1);
  return `${router.state.location.pathname} ${JSON.stringify(match?.loaderDeps ?? {})}`;
}
