import type { createShopRouter } from './router';

/**
 * Returns the first address and, if its query has parameters that the page does not read, the address that the router
 * replaces it with.
 */
export function notFoundHrefs(router: ReturnType<typeof createShopRouter>): string[] {
  const { publicHref, pathname } = router.latestLocation;
  const read = { to: pathname, search: true, hash: true, _includeValidateSearch: true };
  return [publicHref, router.buildLocation(read as never).publicHref];
}
