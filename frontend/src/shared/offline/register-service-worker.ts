import { type PrecacheMessage, WORKER } from './cache-names';
import { recordVisit } from './visited-pages';

const OURS = /^\/(assets|media)\//;

/** Says which of these files came to this page without the worker. */
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

/** Reports the page and what it has loaded so far, then what was still loading. */
function postLoadedFiles(worker: ServiceWorker): void {
  worker.postMessage(precacheMessage(performance.getEntriesByType('resource')));
  new PerformanceObserver((list) => {
    const message = precacheMessage(list.getEntries());
    if (message.files.length > 0) worker.postMessage(message);
  }).observe({ type: 'resource', buffered: true });
}

/** Notes each page by the name it gives itself, which comes after its address has changed. */
function noteTitles(): void {
  const note = () => recordVisit(location, document.title);
  note();
  const title = document.querySelector('title');
  if (title) new MutationObserver(note).observe(title, { childList: true });
}

/** Has the worker keep what is seen from here on, and what this page has loaded already. Never throws. */
export async function registerServiceWorker(): Promise<void> {
  noteTitles();
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(WORKER);
    const { active } = await navigator.serviceWorker.ready;
    if (active) postLoadedFiles(active);
  } catch {
    // A browser that allows no worker or no storage: the shop works with a connection.
  }
}
