import type { PrecacheMessage } from '@/shared/offline/cache-names';
import { matchCache, putCache } from './cache-storage';
import { shellOf } from './fetch-handler';
import { CACHES, isCacheable, kindOfPage } from './request-kind';

/** A page's own files; no page of ours loads more. */
const MAX_FILES = 250;

/** Keeps a page that loaded before the worker was there, with its files, and what stands in for pages not kept. */
export async function precache(message: PrecacheMessage, origin: string): Promise<void> {
  const page = new URL(message.page, origin);
  if (page.origin !== origin) return;
  await precacheShell(shellOf(page.pathname), message.entry, origin);
  if (kindOfPage(page) === 'page') await precacheOne('page', page.href, { cache: 'no-cache' });
  for (const file of message.files.slice(0, MAX_FILES)) {
    const { href, pathname } = new URL(file, origin);
    if (!href.startsWith(`${origin}/`)) continue;
    if (pathname.startsWith('/assets/')) await precacheOne('asset', href, {});
    // Only what the browser has: no picture is paid for twice.
    if (pathname.startsWith('/media/')) await precacheOne('picture', href, FROM_HTTP_CACHE);
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
    // Next time.
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
