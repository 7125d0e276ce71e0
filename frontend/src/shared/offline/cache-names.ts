/** Names that the page and the service worker share. */
export const WORKER = '/sw.js';

/** Path, after the language, of the page that is served instead of one that is not cached. */
export const OFFLINE_PAGE = '/offline';

/** Prefix of all caches of the service worker. Caches of other versions are deleted. */
export const CACHE_PREFIX = 'heuan-';
const VERSION = 1;

export type CacheKind = 'pages' | 'shells' | 'assets' | 'images' | 'answers';
export const cacheName = (kind: CacheKind): string => `${CACHE_PREFIX}${kind}-${VERSION}`;

/** Maximum entries of each cache; the least recently used are evicted first. */
export const MAX_ENTRIES: Record<CacheKind, number> = {
  pages: 40,
  shells: 5,
  assets: 300,
  images: 200,
  answers: 150,
};

/** Message from a page to the service worker, which may have started after the page loaded. */
export type PrecacheMessage = {
  about: 'keep';
  /** Path and query of the page. */
  page: string;
  /** Entry script of the page, which identifies the build. */
  entry: string;
  /** URLs of the files that the page has loaded. */
  files: string[];
};
