import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createQueryClient } from '@/shared/api/query-client';
import type { Language, LanguageCode } from '@/shared/i18n/languages';
import { renderIn } from './render-in';

type RenderedPage = {
  /** Route path of the page, such as `/checkout`. */
  path: string;
  page: () => ReactNode;
  /** Address with its query, if it differs from the path. */
  at?: string;
  /** Other routes that the page may navigate to; each renders its path as a heading. */
  leadsTo?: string[];
  language?: LanguageCode | Language;
  /** Initial query cache, by URL. */
  known?: Record<string, unknown>;
  /** History of the browser instead of one in memory; `at` is then its current address. */
  history?: RouterHistory;
};

/** Renders one page in a router, with a query cache of its own and placeholders for other routes. */
export async function renderPage(given: RenderedPage) {
  const { path, page, at = path, leadsTo = [], language = 'en', known = {}, history } = given;
  const root = createRootRoute({ component: Outlet });
  const route = (where: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path: where, component });
  const router = createRouter({
    routeTree: root.addChildren([
      route(path, page),
      ...leadsTo.map((where) => route(where, () => <h1>at {where}</h1>)),
    ]),
    history: history ?? createMemoryHistory({ initialEntries: [at] }),
  });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  for (const [address, body] of Object.entries(known)) client.setQueryData([address], body);
  // Messages that load later are in the language of the address.
  const code = typeof language === 'string' ? language : language.code;
  if (!history) window.history.replaceState(null, '', `/${code}`);
  await renderIn(
    language,
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { router, client };
}
