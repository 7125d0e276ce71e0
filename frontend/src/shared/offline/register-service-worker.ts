import { type PrecacheMessage, WORKER } from './cache-names';
import { recordVisit } from './visited-pages';

const OURS = /^\/(assets|media)\//;

/** Message with the files that this page loaded without the service worker. */
function precacheMessage(resources: PerformanceEntryList): PrecacheMessage {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  const files = resources
    .filter((resource) => !(resource as PerformanceResourceTiming).workerStart)
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && OURS.test(pathname));
  return {
    about: 'keep',
    page: location.pathname + location.search,
    entry: entry?.getAttribute('src') ?? '',
    files: [...new Set(files.map(({ pathname, search }) => pathname + search))],
  };
}

/**
 * Reports the page and the files that it has loaded so far, then the files that were still
 * loading.
 */
function postLoadedFiles(worker: ServiceWorker): void {
  worker.postMessage(precacheMessage(performance.getEntriesByType('resource')));
  new PerformanceObserver((list) => {
    const message = precacheMessage(list.getEntries());
    if (message.files.length > 0) worker.postMessage(message);
  }).observe({ type: 'resource', buffered: true });
}

/** Records each visited page when its title changes, which is after its address. */
function noteTitles(): void {
  const note = () => recordVisit(location, document.title);
  note();
  const title = document.querySelector('title');
  if (title) new MutationObserver(note).observe(title, { childList: true });
}

/** Registers the service worker, which caches visited pages from now on and the files of this page. Never rejects. */
export async function registerServiceWorker(): Promise<void> {
  noteTitles();
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(WORKER);
    const { active } = await navigator.serviceWorker.ready;
    if (active) postLoadedFiles(active);
  } catch {
    // The browser has no service workers or no storage, so the shop works online only.
  }
}
