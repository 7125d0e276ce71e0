import { isPersonal } from '@/shared/head/page-addresses';
import { shopName } from '@/shared/head/shop-name';
import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import { CACHE_PREFIX } from './cache-names';

/** A page that this browser has shown: path with query, and title. */
export type VisitedPage = { path: string; title: string };

const STORAGE_KEY = 'heuan_seen';
const MAX_PAGES = 24;

const isVisitedPage = (one: unknown): one is VisitedPage => {
  const { path, title } = (one ?? {}) as Partial<VisitedPage>;
  return typeof path === 'string' && path.startsWith('/') && typeof title === 'string';
};

/** The last visited pages, newest first. */
export function visitedPages(): VisitedPage[] {
  const stored = readLocal<unknown>(STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter(isVisitedPage) : [];
}

/** Records the current page, unless it is personal, a search, or not found. */
export function recordVisit({ pathname, search }: Location, title: string): void {
  const isHidden = document.querySelector('meta[name=robots][content*=noindex]') !== null;
  if (isHidden || isPersonal(pathname) || /[?&](search|q)=/.test(search)) return;
  const name = title.replace(` | ${shopName()}`, '').trim();
  if (!name) return;
  const path = pathname + search;
  const others = visitedPages().filter((page) => page.path !== path);
  writeLocal(STORAGE_KEY, [{ path, title: name }, ...others].slice(0, MAX_PAGES));
}

/** Removes the visited pages, so that the next user does not see them. The offline page and code stay. */
export async function clearVisitedPages(): Promise<void> {
  removeLocal(STORAGE_KEY);
  try {
    const kinds = /^(pages|answers|images)-/;
    const names = await caches.keys();
    const seen = names.filter(
      (name) => name.startsWith(CACHE_PREFIX) && kinds.test(name.slice(CACHE_PREFIX.length)),
    );
    await Promise.all(seen.map((name) => caches.delete(name)));
  } catch {
    // Without storage nothing was recorded.
  }
}
