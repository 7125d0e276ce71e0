import './server-polyfills';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { type PageState, seedQueries } from '@/shared/api/page-state';
import { createQueryClient } from '@/shared/api/query-client';
import { setShopName } from '@/shared/head/shop-name';
import { type SsrView, setRenderedAt } from '@/shared/hydration/hydration-state';
import { setShownLanguage } from '@/shared/i18n/language-preference';
import { DEFAULT_LANGUAGE, languageOfPath } from '@/shared/i18n/languages';
import { loadMessages } from '@/shared/i18n/load-messages';
import { routeKey } from '../route-key';
import { createShopRouter } from '../router';
import { ShopApp } from '../ShopApp';

/** What a first view depends on. Nothing of it is one visitor's. */
export type RenderRequest = Pick<PageState, 'queries'> & {
  /** With its language and query: `/en/shop?category=3`. */
  address: string;
  shopName: string;
  /** Milliseconds; the edge rounds them down to the hour, so that a page stays the same for long. */
  now: number;
};

/** React's stand-in for what was not there in time, and its hints for pictures, which the edge's head has already. */
const SUSPENDED_MARKER = '<!--$!-->';
/** Within these a module that is already here has arrived. */
const MICROTASK_TURNS = 20;
const PRELOAD_LINKS = /^(?:<link rel="preload"[^>]*>)+/;

/**
 * The HTML of a page as every visitor first sees it, and which page that is. The question is a JSON text. Fails rather
 * than leave out a part.
 */
export async function render(question: string): Promise<Pick<SsrView, 'of'> & { html: string }> {
  const { address, queries, shopName, now } = JSON.parse(question) as RenderRequest;
  const language = languageOfPath(address.replace(/\?.*/, '')) ?? DEFAULT_LANGUAGE;
  setShownLanguage(language);
  setShopName(shopName);
  setRenderedAt(now);
  const queryClient = createQueryClient();
  // A second try would wait for a clock that is not there.
  const { queries: defaults } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...defaults, retry: false } });
  seedQueries(queryClient, { queries });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createShopRouter(
    language,
    { queryClient, notFoundHref: undefined },
    { history, origin: 'http://shop.invalid' },
  );
  const [t] = await Promise.all([loadMessages(language), router.load()]);
  const draw = () =>
    renderToString(<ShopApp queryClient={queryClient} language={language} t={t} router={router} />);
  let html = draw();
  if (html.includes(SUSPENDED_MARKER)) {
    // What loads once it is drawn, like the footer, is there a moment later, and for all pages after this one.
    for (let turn = 0; turn < MICROTASK_TURNS; turn += 1) await null;
    html = draw();
  }
  queryClient.clear();
  if (html.includes(SUSPENDED_MARKER)) throw new Error(`a part of ${address} is missing`);
  return { html: html.replace(PRELOAD_LINKS, ''), of: routeKey(router) };
}
