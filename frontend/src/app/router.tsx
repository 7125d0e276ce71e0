import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { NotFoundPage } from '@/domain/content/NotFoundPage';
import {
  isLanguagePath,
  type Language,
  languageOfPath,
  withLanguage,
  withoutLanguage,
} from '@/shared/i18n/languages';
import type { OfficeRoute } from './office/office-routes';
import { PageError } from './PageError';
import { PagePending } from './PagePending';
import { createRouteTree, type RouterContext } from './routes';

type RouterOptions = {
  /** History and origin for server-side rendering, where there is no browser. */
  environment?: { history: RouterHistory; origin: string };
  /** Routes of the back office; undefined on pages for shoppers. */
  office?: OfficeRoute | undefined;
};

export function createShopRouter(
  language: Language,
  context: Omit<RouterContext, 'hasOffice'>,
  { environment, office }: RouterOptions = {},
) {
  return createRouter({
    routeTree: createRouteTree(office),
    context: { ...context, hasOffice: office !== undefined },
    // Every address starts with the language; links inside the app leave it out.
    rewrite: {
      input: ({ url }) => {
        if (languageOfPath(url.pathname) === language) url.pathname = withoutLanguage(url.pathname);
        return url;
      },
      output: ({ url }) => {
        if (!isLanguagePath(url.pathname)) url.pathname = withLanguage(url.pathname, language.code);
        return url;
      },
    },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: !environment,
    ...environment,
    // Plain query strings (`?a=1&b=2`), as the API and the edge write them.
    parseSearch: parseQuery,
    stringifySearch: plainQuery,
  });
}

/** Maximum parameters of an address that the edge reads. */
const MAX_PARAMETERS = 50;

/** Parameters by name. One that is given more than once is ambiguous and left out, as at the edge. */
export function parseQuery(query: string): Record<string, string> {
  const values = new Map<string, string | null>();
  for (const [name, value] of [...new URLSearchParams(query)].slice(0, MAX_PARAMETERS)) {
    values.set(name, values.has(name) ? null : value);
  }
  const single = [...values].filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(single);
}

function plainQuery(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(entries).toString();
  return query && `?${query}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createShopRouter>;
  }
}
