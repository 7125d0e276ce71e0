import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { NotFoundPage } from '@/domain/content/NotFoundPage';
import {
  collectionQuery,
  collectionsQuery,
  groupsQuery,
  productQuery,
  relatedQuery,
} from '@/features/catalog/catalog-queries';
import { parseCollectionSearch } from '@/features/catalog/collections/collection-search';
import { listQuery } from '@/features/catalog/shop/list-query';
import {
  idOfPath,
  pageNumber,
  parseProductListParams,
} from '@/features/catalog/shop/product-list-params';
import { ContentPending } from '@/features/content/ContentPending';
import { contentQuery } from '@/features/content/content-queries';
import { contentSlug } from '@/features/content/content-slug';
import { promotionsQuery, promotionTypesQuery } from '@/features/promotion/promotion-queries';
import { ApiError } from '@/shared/api/client';
import { withBuyingMessages, withMessages } from '@/shared/i18n/load-messages';
import { OFFLINE_PAGE } from '@/shared/offline/cache-names';
import { newestQuery, popularQuery } from './home/home-queries';
import type { OfficeRoute } from './office/office-routes';
import { loadServiceWorker } from './offline/load-service-worker';
import { RootPage } from './RootPage';
import { isStaffPage } from './shell/staff-page';

export type RouterContext = {
  queryClient: QueryClient;
  /**
   * The first address, as typed and as the router rewrites it, if the edge responded to it with 404; otherwise empty.
   */
  notFoundHrefs: string[];
  /** Whether the router has the routes of the back office. */
  hasOffice: boolean;
};

type AnyQuery = { queryKey: QueryKey; queryFn?: unknown };

/** Resolves when the responses are in the query cache. A 404 response leads to the not-found page. */
async function ensure(queryClient: QueryClient, ...queries: AnyQuery[]): Promise<void> {
  try {
    await Promise.all(
      queries.map((query) => queryClient.ensureQueryData(query as UseQueryOptions & AnyQuery)),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}

const root = createRootRouteWithContext<RouterContext>()({
  component: RootPage,
  beforeLoad: ({ context: { notFoundHrefs, hasOffice }, location: { pathname, publicHref } }) => {
    if (isStaffPage(pathname)) {
      // A router of the shop has no routes of the back office: the browser reloads the page.
      if (!hasOffice) throw redirect({ href: publicHref, reloadDocument: true });
      // The edge cannot tell whether a conversation exists, so the inbox page checks it.
      return;
    }
    // The edge has already responded with 404 to this address, so no request is needed.
    if (notFoundHrefs.includes(publicHref)) throw notFound();
  },
});
export const getParentRoute = () => root;

const home = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home/HomePage'), 'HomePage'),
  loader: ({ context: { queryClient } }) =>
    ensure(queryClient, promotionsQuery(), popularQuery, newestQuery),
});

const shop = createRoute({
  getParentRoute,
  path: '/shop',
  validateSearch: parseProductListParams,
  loaderDeps: ({ search }) => parseProductListParams(search),
  component: lazyRouteComponent(
    () => withMessages('pages', import('@/features/catalog/shop/ShopPage')),
    'ShopPage',
  ),
  // Not awaited, so that the page keeps its frame and the previous products while a filter loads.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(listQuery(deps, deps.page ?? 1));
    if (deps.category) void queryClient.prefetchQuery(groupsQuery(deps.category));
  },
});

const product = createRoute({
  getParentRoute,
  path: '/shop/$proId',
  params: { parse: ({ proId }) => ({ proId: idOfPath(proId) }) },
  component: lazyRouteComponent(
    () => withMessages('pages', import('@/features/catalog/product/ProductPage')),
    'ProductPage',
  ),
  loader: ({ context: { queryClient }, params: { proId } }) => {
    void queryClient.prefetchQuery(relatedQuery(proId));
    return ensure(queryClient, productQuery(proId));
  },
});

const collections = createRoute({
  getParentRoute,
  path: '/collections',
  component: lazyRouteComponent(
    () => withMessages('pages', import('@/features/catalog/collections/CollectionsPage')),
    'CollectionsPage',
  ),
  loader: ({ context: { queryClient } }) => ensure(queryClient, collectionsQuery),
});

const collection = createRoute({
  getParentRoute,
  path: '/by-{$name}',
  component: lazyRouteComponent(
    () => withMessages('pages', import('@/features/catalog/collections/CollectionPage')),
    'CollectionPage',
  ),
  // Only the loaded page knows whether the collection exists.
  notFoundComponent: NotFoundPage,
  validateSearch: parseCollectionSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited, so that the page keeps its title while the products load in another order.
  loader: ({ context: { queryClient }, params, deps }) => {
    void queryClient.prefetchQuery(collectionQuery(params.name, deps));
  },
});

const sitemap = createRoute({
  getParentRoute,
  path: '/sitemap',
  component: lazyRouteComponent(
    () => withMessages('pages', import('@/features/catalog/sitemap/SitemapPage')),
    'SitemapPage',
  ),
  loader: ({ context: { queryClient } }) => ensure(queryClient, groupsQuery()),
});

const loadPromotions = () => withMessages('pages', import('@/features/promotion/PromotionsPage'));
const promotionsPage = lazyRouteComponent(loadPromotions, 'PromotionsPage');
const allPromotions = ({ context: { queryClient } }: { context: RouterContext }) =>
  ensure(queryClient, promotionTypesQuery, promotionsQuery());

const promotion = createRoute({
  getParentRoute,
  path: '/promotion',
  component: lazyRouteComponent(loadPromotions, 'PromotionTypesPage'),
  loader: allPromotions,
});
const promotions = createRoute({
  getParentRoute,
  path: '/promotions',
  component: promotionsPage,
  loader: allPromotions,
});
const promotionsOfType = createRoute({
  getParentRoute,
  path: '/promotion/$typeId',
  params: { parse: ({ typeId }) => ({ typeId: idOfPath(typeId) }) },
  component: promotionsPage,
  loader: async ({ context: { queryClient }, params }) => {
    await ensure(queryClient, promotionTypesQuery, promotionsQuery(params.typeId));
    const types = queryClient.getQueryData(promotionTypesQuery.queryKey)?.data ?? [];
    if (!types.some(({ promo_type_id }) => String(promo_type_id) === params.typeId)) {
      throw notFound();
    }
  },
});

const contentPage = lazyRouteComponent(
  () => withMessages('branches', withMessages('pages', import('@/features/content/ContentPage'))),
  'ContentPage',
);

function contentRoute<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute,
    path,
    component: contentPage,
    pendingComponent: ContentPending,
    loader: ({ context: { queryClient }, location }) =>
      ensure(queryClient, contentQuery(contentSlug(location.pathname))),
  });
}

/** Loads a page of the purchase flow together with its messages. */
function buyingPage<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
) {
  return lazyRouteComponent(() => withBuyingMessages(load()), name);
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const withRedirect = (search: Record<string, unknown>): { redirect?: string } => ({
  redirect: text(search.redirect),
});

const signInPages = () => import('@/features/account/sign-in-pages');
const login = createRoute({
  getParentRoute,
  path: '/account/login',
  validateSearch: withRedirect,
  component: buyingPage(signInPages, 'LoginPage'),
});
const reset = createRoute({
  getParentRoute,
  path: '/account/reset',
  component: buyingPage(signInPages, 'ResetPage'),
});
const register = createRoute({
  getParentRoute,
  path: '/account/register',
  validateSearch: withRedirect,
  component: buyingPage(signInPages, 'RegisterPage'),
});
const profile = createRoute({
  getParentRoute,
  path: '/account/profile',
  component: buyingPage(
    () => withMessages('branches', import('@/features/account/ProfilePage')),
    'ProfilePage',
  ),
});
const orders = createRoute({
  getParentRoute,
  path: '/account/orders',
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = pageNumber(search.page);
    return { page: page === 1 ? undefined : page };
  },
  component: buyingPage(() => import('@/features/orders/OrdersPage'), 'OrdersPage'),
});
const order = createRoute({
  getParentRoute,
  path: '/account/orders/$orderId',
  component: buyingPage(() => import('@/features/orders/OrderPage'), 'OrderPage'),
});
const checkout = createRoute({
  getParentRoute,
  path: '/checkout',
  validateSearch: (search: Record<string, unknown>): { buyNow?: true } => ({
    buyNow: search.buyNow === 'true' || search.buyNow === true || undefined,
  }),
  component: buyingPage(
    () => withMessages('branches', import('@/features/checkout/CheckoutPage')),
    'CheckoutPage',
  ),
});
const pay = createRoute({
  getParentRoute,
  path: '/checkout/pay/$orderId',
  component: buyingPage(() => import('@/features/orders/PayPage'), 'PayPage'),
});
const thanks = createRoute({
  getParentRoute,
  path: '/checkout/thanks/$orderId',
  component: buyingPage(() => import('@/features/orders/ThanksPage'), 'ThanksPage'),
});

const cart = createRoute({
  getParentRoute,
  path: '/cart',
  component: buyingPage(() => import('@/features/cart/CartPage'), 'CartPage'),
});

const offline = createRoute({
  getParentRoute,
  path: OFFLINE_PAGE,
  component: lazyRouteComponent(loadServiceWorker, 'OfflinePage'),
});

const shopRoutes = [
  home,
  shop,
  product,
  collections,
  collection,
  sitemap,
  promotion,
  promotions,
  promotionsOfType,
  contentRoute('/about'),
  contentRoute('/career'),
  contentRoute('/helpcenter'),
  contentRoute('/service'),
  contentRoute('/program'),
  contentRoute('/svnclub'),
  contentRoute('/privacy-policy'),
  contentRoute('/terms'),
  contentRoute('/contact'),
  contentRoute('/credits'),
  contentRoute('/blogs/news'),
  contentRoute('/blogs/news/$id'),
  contentRoute('/homeguru'),
  contentRoute('/homeguru/$id'),
  contentRoute('/investor'),
  contentRoute('/investor/$page'),
  cart,
  checkout,
  pay,
  thanks,
  login,
  reset,
  register,
  profile,
  orders,
  order,
  offline,
] as const;

/** Routes of the shop and, for a staff page, those of the back office. */
export function createRouteTree(office?: OfficeRoute) {
  // The type names both, so that links are checked in either.
  return root.addChildren([...shopRoutes, ...((office ? [office] : []) as [OfficeRoute])]);
}
