import { isPersonal } from '@/shared/head/page-addresses';
import { shopName } from '@/shared/head/shop-name';
import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import { CACHE_PREFIX } from './cache-names';

/** A page this browser has shown: its path with the query, and what it calls itself. */
export type SeenPage = { path: string; title: string };

const KEY = 'heuan_seen';
const MOST = 24;

const isSeenPage = (one: unknown): one is SeenPage => {
  const { path, title } = (one ?? {}) as Partial<SeenPage>;
  return typeof path === 'string' && path.startsWith('/') && typeof title === 'string';
};

/** The pages seen last, newest first. */
export function seenPages(): SeenPage[] {
  const stored = readLocal<unknown>(KEY);
  return Array.isArray(stored) ? stored.filter(isSeenPage) : [];
}

/** Notes the page in sight, unless it is one customer's, a search, or not there. */
export function noteSeen({ pathname, search }: Location, title: string): void {
  const isHidden = document.querySelector('meta[name=robots][content*=noindex]') !== null;
  if (isHidden || isPersonal(pathname) || /[?&](search|q)=/.test(search)) return;
  const name = title.replace(` | ${shopName()}`, '').trim();
  if (!name) return;
  const path = pathname + search;
  const others = seenPages().filter((page) => page.path !== path);
  writeLocal(KEY, [{ path, title: name }, ...others].slice(0, MOST));
}

/** Whoever comes next shall not find what was looked at. What stands in for pages, and code, are nobody's. */
export async function forgetSeen(): Promise<void> {
  removeLocal(KEY);
  try {
    const kinds = /^(pages|answers|pictures)-/;
    const names = await caches.keys();
    const seen = names.filter(
      (name) => name.startsWith(CACHE_PREFIX) && kinds.test(name.slice(CACHE_PREFIX.length)),
    );
    await Promise.all(seen.map((name) => caches.delete(name)));
  } catch {
    // No storage: nothing was kept.
  }
}
