import { OFFLINE_PAGE } from '@/shared/offline/cache-names';
import { matchCache, matchShell, putCache } from './cache-storage';
import { CACHES, isCacheable, type Kind, kindOf } from './request-kind';
import type { FetchEvent } from './worker-scope';

/** Network timeout after which a cached response is served. */
const NETWORK_TIMEOUT_MS = 4_000;

const LANGUAGE = /^\/([a-z]{2})(?=\/|$)/;
export const shellOf = (pathname: string): string =>
  `/${LANGUAGE.exec(pathname)?.[1] ?? 'la'}${OFFLINE_PAGE}`;

/** Handles the requests that the service worker serves. */
export function handleFetch(event: FetchEvent, origin: string): void {
  const kind = kindOf(event.request, origin);
  if (kind) event.respondWith(answered(event, kind));
}

function answered(event: FetchEvent, kind: Kind): Promise<Response> {
  const address = withoutHash(event.request.url);
  const shell = () => matchShell(shellOf(new URL(address).pathname));
  if (kind === 'personal') return orElse(fromNetwork(event), shell);
  const kept = async () => {
    const found = await matchCache(CACHES[kind], address);
    // The previous release kept API responses with their time.
    return found && keptCopy(found, kind);
  };
  const fetched = () => stored(event, fromNetwork(event), kind, address);
  if (kind === 'asset' || kind === 'image') return kept().then((found) => found ?? fetched());
  const coming = fetched();
  const newest = Promise.race([
    coming,
    after(NETWORK_TIMEOUT_MS)
      .then(kept)
      .then((it) => it ?? coming),
  ]);
  return orElse(newest, async () => (await kept()) ?? (kind === 'page' ? shell() : undefined));
}

/**
 * Response of the network. The response to a navigation may have been requested before the worker started
 * (navigation preload).
 */
async function fromNetwork({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

/** Caches a response besides returning it, also if it arrives after a cached one was returned. */
function stored(
  event: FetchEvent,
  answer: Promise<Response>,
  kind: keyof typeof CACHES,
  address: string,
): Promise<Response> {
  const keeping = answer.then((response) =>
    isCacheable(response) ? putCache(CACHES[kind], address, keptCopy(response, kind)) : undefined,
  );
  event.waitUntil(keeping.catch(() => {}));
  return answer;
}

/** Copy for the cache. An API response loses its time, by which a page would set its clock (`syncShopTime`). */
function keptCopy(response: Response, kind: Kind): Response {
  const copy = response.clone();
  if (kind !== 'answer') return copy;
  const headers = new Headers(copy.headers);
  headers.delete('date');
  return new Response(copy.body, { headers });
}

/** `answer`, or the fallback if the network fails; without a fallback the network's error is thrown. */
async function orElse(
  answer: Promise<Response>,
  fallback: () => Promise<Response | undefined>,
): Promise<Response> {
  try {
    return await answer;
  } catch (error) {
    const instead = await fallback();
    if (instead) return instead;
    throw error;
  }
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
export const withoutHash = (address: string): string => address.replace(/#.*/, '');
