import { CACHE_PREFIX, type CacheKind, cacheName, MAX_ENTRIES } from '@/shared/offline/cache-names';

/** The cached response of this URL. Undefined if the browser denies storage. */
export async function matchCache(kind: CacheKind, address: string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheName(kind));
    // Ours differ by what a browser takes, and it is the same browser.
    return await cache.match(address, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

/** Keeps `answer`, the newest last, and drops the oldest beyond what is allowed. Full or forbidden storage is no error. */
export async function putCache(kind: CacheKind, address: string, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheName(kind));
    await cache.delete(address, { ignoreVary: true });
    await cache.put(address, answer);
    const all = await cache.keys();
    const old = all.slice(0, -MAX_ENTRIES[kind]);
    await Promise.all(old.map(({ url }) => cache.delete(url, { ignoreVary: true })));
  } catch {
    // Then it is not there without a connection.
  }
}

/** The page that stands in for others, in this language or else in one seen before. */
export async function matchShell(address: string): Promise<Response | undefined> {
  const own = await matchCache('shells', address);
  if (own) return own;
  try {
    const cache = await caches.open(cacheName('shells'));
    const [other] = await cache.keys();
    return other && (await cache.match(other));
  } catch {
    return undefined;
  }
}

/** Drops what other versions of the worker have kept. */
export async function deleteOldCaches(): Promise<void> {
  try {
    const current = new Set((Object.keys(MAX_ENTRIES) as CacheKind[]).map(cacheName));
    const names = await caches.keys();
    const others = names.filter((name) => name.startsWith(CACHE_PREFIX) && !current.has(name));
    await Promise.all(others.map((name) => caches.delete(name)));
  } catch {
    // Forbidden: then there is nothing to drop.
  }
}
