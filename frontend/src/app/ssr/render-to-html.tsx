import './server-polyfills';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { type PageState, seedQueries } from '@/shared/api/page-state';
import { createQueryClient } from '@/shared/api/query-client';
import { setShopName } from '@/shared/head/shop-name';
import { setRenderedAt } from '@/shared/hydration/hydration-state';
import { setShownLanguage } from '@/shared/i18n/language-preference';
import { DEFAULT_LANGUAGE, languageOfPath } from '@/shared/i18n/languages';
import { loadMessagePart, loadMessages } from '@/shared/i18n/load-messages';
import { routeKey } from '../route-key';
import { createShopRouter } from '../router';
import { ShopApp } from '../ShopApp';

/** Input of a render. It holds no user data, so the HTML is the same for all users. */
export type RenderRequest = Pick<PageState, 'queries'> & {
  /** Address with language and query string: `/en/shop?category=3`. */
  address: string;
  shopName: string;
  /** Current time in milliseconds, rounded down to the hour by the edge so that the HTML can be cached. */
  now: number;
};

/** React's marker of a suspended boundary, and its preload links for images, which the edge's `<head>` already has. */
const SUSPENDED_MARKER = '<!--$!-->';
/** Number of microtask turns after which a module that is part of the bundle has loaded. */
const MICROTASK_TURNS = 20;
const PRELOAD_LINKS = /^(?:<link rel="preload"[^>]*>)+/;

/**
 * Renders a page to HTML and returns its route key. `request` is a `RenderRequest` as JSON. Rejects if a part of the
 * page is missing.
 */
export async function render(request: string): Promise<{ html: string; route_key: string }> {
  const { address, queries, shopName, now } = JSON.parse(request) as RenderRequest;
  const language = languageOfPath(address.replace(/\?.*/, '')) ?? DEFAULT_LANGUAGE;
  setShownLanguage(language);
  setShopName(shopName);
  setRenderedAt(now);
  const queryClient = createQueryClient();
  // No retries: the engine has no timers.
  const { queries: defaults } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...defaults, retry: false } });
  seedQueries(queryClient, { queries });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createShopRouter(
    language,
    { queryClient, notFoundHrefs: [] },
    { environment: { history, origin: 'http://shop.invalid' } },
  );
  // The engine keeps a route's component from the first page in any language, with only the texts of that language.
  const [t] = await Promise.all([
    loadMessages(language),
    loadMessagePart('pages', language),
    router.load(),
  ]);
  const draw = () =>
    renderToString(<ShopApp queryClient={queryClient} language={language} t={t} router={router} />);
  let html = draw();
  if (html.includes(SUSPENDED_MARKER)) {
    // Lazy components such as the footer load during the first render. The second render, and every later page, has
    // them.
    for (let turn = 0; turn < MICROTASK_TURNS; turn += 1) await null;
    html = draw();
  }
  queryClient.clear();
  if (html.includes(SUSPENDED_MARKER)) throw new Error(`a part of ${address} is missing`);
  return { html: html.replace(PRELOAD_LINKS, ''), route_key: routeKey(router) };
}
