import { CACHE_PREFIX, type CacheKind, cacheName, MAX_ENTRIES } from '@/shared/offline/cache-names';

/** The cached response of this URL. Undefined if the browser denies storage. */
export async function matchCache(kind: CacheKind, address: string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheName(kind));
    // `Vary` is ignored: our responses vary only by encoding, and the browser is the same.
    return await cache.match(address, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

/**
 * Caches a response as the newest entry, and evicts the oldest beyond the maximum. Full or forbidden storage is
 * not an error.
 */
export async function putCache(kind: CacheKind, address: string, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheName(kind));
    await cache.delete(address, { ignoreVary: true });
    await cache.put(address, answer);
    const all = await cache.keys();
    const old = all.slice(0, -MAX_ENTRIES[kind]);
    await Promise.all(old.map(({ url }) => cache.delete(url, { ignoreVary: true })));
  } catch {
    // The response is then not available offline.
  }
}

/** The cached offline page in this language, otherwise in a language that was used before. */
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

/** Deletes the caches of other versions of the service worker. */
export async function deleteOldCaches(): Promise<void> {
  try {
    const current = new Set((Object.keys(MAX_ENTRIES) as CacheKind[]).map(cacheName));
    const names = await caches.keys();
    const others = names.filter((name) => name.startsWith(CACHE_PREFIX) && !current.has(name));
    await Promise.all(others.map((name) => caches.delete(name)));
  } catch {
    // Forbidden: nothing is stored.
  }
}
