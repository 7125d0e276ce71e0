// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { SITE_PAGES } from '@/domain/content/site-pages';
import { LANGUAGES } from '@/shared/i18n/languages';
import { ROUTES } from '@/testing/route-paths';
import { officeRoute } from './office/office-routes';
import { createShopRouter } from './router';

const context = { queryClient: new QueryClient(), notFoundHrefs: [] };
const shop = createShopRouter(LANGUAGES[0], context);
/** The route that matches the whole path. */
function routeOf(path: string, router = shop) {
  const [, params, route] = router.getMatchedRoutes(path);
  return '**' in params ? undefined : route?.fullPath;
}

it.each(ROUTES)('path %s has a page', (path) => {
  expect(routeOf(path)).toBeDefined();
});

it.each(['/nowhere', '/shop/1/2', '/account'])('path %s has no page', (path) => {
  expect(routeOf(path)).toBeUndefined();
});

it('address of all results of the panel has the text exactly as it was typed', () => {
  const typed = '  pvc  pipe ';
  const next = { to: '/shop', search: { q: typed }, _includeValidateSearch: true };
  expect(shop.buildLocation(next as never).search).toMatchObject({ q: typed });
});

it('every page in the sitemap exists', () => {
  const listed = Object.values(SITE_PAGES).flatMap((pages) => pages.map(([path]) => path));
  expect(listed.filter((path) => !routeOf(path))).toEqual([]);
});

const UNKNOWN = '/staff/$section/$page/$';
it.each([
  ['/staff', '/staff'],
  ['/staff/100001', '/staff/$cusId'],
  ['/staff/orders', '/staff/orders'],
  ['/staff/orders/new', '/staff/orders/new'],
  ['/staff/products/101002', '/staff/products/$proId'],
  ['/staff/nowhere/else', UNKNOWN],
  ['/staff/nowhere/at/all', UNKNOWN],
  ['/staff/people/1', UNKNOWN],
  ['/staff/orders/1/2/3', UNKNOWN],
])('path %s is a page of the back office only, %s', (path, page) => {
  expect(routeOf(path)).toBeUndefined();
  const office = createShopRouter(LANGUAGES[0], context, { office: officeRoute });
  expect(routeOf(path, office)).toBe(page);
  expect(routeOf('/shop', office)).toBe('/shop');
});
