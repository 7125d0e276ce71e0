import type { KeepMessage } from '@/shared/offline/cache-names';
import { find, keep } from './cache-storage';
import { shellOf } from './fetch-handler';
import { CACHES, isKeepable, kindOfPage } from './request-kind';

/** A page's own files; no page of ours loads more. */
const MOST_FILES = 250;

/** Keeps a page that loaded before the worker was there, with its files, and what stands in for pages not kept. */
export async function fill(message: KeepMessage, origin: string): Promise<void> {
  const page = new URL(message.page, origin);
  if (page.origin !== origin) return;
  await fillShell(shellOf(page.pathname), message.entry, origin);
  if (kindOfPage(page) === 'page') await fillOne('page', page.href, { cache: 'no-cache' });
  for (const file of message.files.slice(0, MOST_FILES)) {
    const { href, pathname } = new URL(file, origin);
    if (!href.startsWith(`${origin}/`)) continue;
    if (pathname.startsWith('/assets/')) await fillOne('asset', href, {});
    // Only what the browser has: no picture is paid for twice.
    if (pathname.startsWith('/media/')) await fillOne('picture', href, FROM_BROWSER);
  }
}

const FROM_BROWSER: RequestInit = { cache: 'only-if-cached', mode: 'same-origin' };

async function fillOne(kind: keyof typeof CACHES, address: string, init: RequestInit) {
  if (await find(CACHES[kind], address)) return;
  await fetchInto(CACHES[kind], address, init);
}

/** That of another build would ask for files that are no longer there. */
async function fillShell(path: string, entry: string, origin: string): Promise<void> {
  const address = origin + path;
  const known = await find('shells', address);
  if (known && (await known.text()).includes(entry)) return;
  await fetchInto('shells', address, { cache: 'no-cache' });
}

async function fetchInto(kind: Parameters<typeof keep>[0], address: string, init: RequestInit) {
  try {
    const answer = await fetch(address, init);
    if (isKeepable(answer)) await keep(kind, address, answer);
  } catch {
    // Next time.
  }
}

export function isKeepMessage(data: unknown): data is KeepMessage {
  const message = data as Partial<KeepMessage> | null;
  return (
    message?.about === 'keep' &&
    typeof message.page === 'string' &&
    typeof message.entry === 'string' &&
    Array.isArray(message.files)
  );
}
