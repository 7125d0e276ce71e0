import type { PrecacheMessage } from '@/shared/offline/cache-names';
import { matchCache, putCache } from './cache-storage';
import { shellOf } from './fetch-handler';
import { CACHES, isCacheable, kindOfPage } from './request-kind';

/** Maximum number of files of a page; no page loads more. */
const MAX_FILES = 250;

/** Caches a page that loaded before the service worker was active, with its files, and the offline page. */
export async function precache(message: PrecacheMessage, origin: string): Promise<void> {
  const page = new URL(message.page, origin);
  if (page.origin !== origin) return;
  await precacheShell(shellOf(page.pathname), message.entry, origin);
  if (kindOfPage(page) === 'page') await precacheOne('page', page.href, { cache: 'no-cache' });
  for (const file of message.files.slice(0, MAX_FILES)) {
    const { href, pathname } = new URL(file, origin);
    if (!href.startsWith(`${origin}/`)) continue;
    if (pathname.startsWith('/assets/')) await precacheOne('asset', href, {});
    // From the browser's cache only, so that no image is downloaded twice.
    if (pathname.startsWith('/media/')) await precacheOne('image', href, FROM_HTTP_CACHE);
  }
}

const FROM_HTTP_CACHE: RequestInit = { cache: 'only-if-cached', mode: 'same-origin' };

async function precacheOne(kind: keyof typeof CACHES, address: string, init: RequestInit) {
  if (await matchCache(CACHES[kind], address)) return;
  await fetchInto(CACHES[kind], address, init);
}

/** HTML of another build would request assets that no longer exist. */
async function precacheShell(path: string, entry: string, origin: string): Promise<void> {
  const address = origin + path;
  const known = await matchCache('shells', address);
  if (known && (await known.text()).includes(entry)) return;
  await fetchInto('shells', address, { cache: 'no-cache' });
}

async function fetchInto(kind: Parameters<typeof putCache>[0], address: string, init: RequestInit) {
  try {
    const answer = await fetch(address, init);
    if (isCacheable(answer)) await putCache(kind, address, answer);
  } catch {
    // Retried with the next page.
  }
}

export function isPrecacheMessage(data: unknown): data is PrecacheMessage {
  const message = data as Partial<PrecacheMessage> | null;
  return (
    message?.about === 'keep' &&
    typeof message.page === 'string' &&
    typeof message.entry === 'string' &&
    Array.isArray(message.files)
  );
}
