import type { createShopRouter } from './router';

/** The first address and, where its query has more than the page reads, the one that it is replaced by. */
export function notFoundHrefs(router: ReturnType<typeof createShopRouter>): string[] {
  const { publicHref, pathname } = router.latestLocation;
  const read = { to: pathname, search: true, hash: true, _includeValidateSearch: true };
  return [publicHref, router.buildLocation(read as never).publicHref];
}
