import type { CacheKind } from '@/shared/offline/cache-names';

/**
 * Handling of a request: `page`; `answer`, from the network and cached; `asset`; `image`, cached and not requested
 * again; `personal`, a page that is never cached. Undefined for requests that the worker ignores.
 */
export type Kind = 'page' | 'personal' | 'asset' | 'image' | 'answer';

export const CACHES: Record<Exclude<Kind, 'personal'>, CacheKind> = {
  page: 'pages',
  asset: 'assets',
  image: 'images',
  answer: 'answers',
};

/** Public responses. Searches and suggestions are what one user typed, and all others are personal. */
const CATALOG =
  /^\/api\/v1\/(banner|branch|category|collection|company|content|facet|group|menu|pomotion|product|promotion|weather)(\/|$)/;
const PERSONAL = /^\/[a-z]{2}\/(account|cart|checkout|offline|staff)(\/|$)/;
const NO_PAGE = /^\/(api|media|assets|metrics|livez|readyz)(\/|$)|\.(xml|txt|json|webmanifest|js)$/;
const ICON = /^\/[\w-]+\.(png|svg)$/;

export function kindOf(request: Request, origin: string): Kind | undefined {
  const url = new URL(request.url);
  const { headers, method, mode } = request;
  if (method !== 'GET' || url.origin !== origin || headers.has('range')) return undefined;
  if (mode === 'navigate') return NO_PAGE.test(url.pathname) ? undefined : kindOfPage(url);
  if (url.pathname.startsWith('/assets/')) return 'asset';
  if (url.pathname.startsWith('/media/')) return 'image';
  if (ICON.test(url.pathname)) return 'answer';
  const isOpen = !headers.has('x-api-access-token') && !headers.has('authorization');
  return isOpen && CATALOG.test(url.pathname) ? 'answer' : undefined;
}

export function kindOfPage({ pathname, searchParams }: URL): 'page' | 'personal' {
  const isSearch = searchParams.has('search') || searchParams.has('q');
  const hasLanguage = /^\/[a-z]{2}(\/|$)/.test(pathname);
  return isSearch || !hasLanguage || PERSONAL.test(pathname) ? 'personal' : 'page';
}

/** Whether a response is public, complete and not redirected. */
export function isCacheable(answer: Response): boolean {
  const isOpen = !/no-store|private/.test(answer.headers.get('cache-control') ?? '');
  const isSmall = Number(answer.headers.get('content-length') ?? 0) <= MAX_CACHED_BYTES;
  return (
    answer.status === 200 && answer.type === 'basic' && !answer.redirected && isOpen && isSmall
  );
}

const MAX_CACHED_BYTES = 2_000_000;
