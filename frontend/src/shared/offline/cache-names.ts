/** What page and worker have to name alike. */
export const WORKER = '/sw.js';

/** After the language: the page that stands in for one that is not kept. */
export const OFFLINE_PAGE = '/offline';

/** All caches of the worker; those of another version are dropped. */
export const CACHE_PREFIX = 'heuan-';
const VERSION = 1;

export type CacheKind = 'pages' | 'shells' | 'assets' | 'pictures' | 'answers';
export const cacheName = (kind: CacheKind): string => `${CACHE_PREFIX}${kind}-${VERSION}`;

/** Maximum entries of each cache; the least recently used are evicted first. */
export const MAX_ENTRIES: Record<CacheKind, number> = {
  pages: 40,
  shells: 5,
  assets: 300,
  pictures: 200,
  answers: 150,
};

/** Message from a page to the service worker, which may have started after the page loaded. */
export type PrecacheMessage = {
  about: 'keep';
  /** Path and query of the page. */
  page: string;
  /** The script it began with: names the build. */
  entry: string;
  /** Addresses of what it has loaded. */
  files: string[];
};
