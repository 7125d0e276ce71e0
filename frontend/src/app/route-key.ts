import type { createShopRouter } from './router';

/**
 * What a page shows of its address: the path, and those parameters it reads. The HTML of a first view is the browser's
 * own page only when both name it the same.
 */
export function routeKey(router: ReturnType<typeof createShopRouter>): string {
  const match = router.state.matches.at(-1);
  return `${router.state.location.pathname} ${JSON.stringify(match?.loaderDeps ?? {})}`;
}
