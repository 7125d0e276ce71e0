import { type KeepMessage, WORKER } from './cache-names';
import { noteSeen } from './visited-pages';

const OURS = /^\/(assets|media)\//;

/** Says which of these files came to this page without the worker. */
function told(resources: PerformanceEntryList): KeepMessage {
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

/** Tells of the page and of what it has loaded so far, then of what was still on its way. */
function tell(worker: ServiceWorker): void {
  worker.postMessage(told(performance.getEntriesByType('resource')));
  new PerformanceObserver((list) => {
    const message = told(list.getEntries());
    if (message.files.length > 0) worker.postMessage(message);
  }).observe({ type: 'resource', buffered: true });
}

/** Notes each page by the name it gives itself, which comes after its address has changed. */
function noteTitles(): void {
  const note = () => noteSeen(location, document.title);
  note();
  const title = document.querySelector('title');
  if (title) new MutationObserver(note).observe(title, { childList: true });
}

/** Has the worker keep what is seen from here on, and what this page has loaded already. Never throws. */
export async function keepWhatIsSeen(): Promise<void> {
  noteTitles();
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(WORKER);
    const { active } = await navigator.serviceWorker.ready;
    if (active) tell(active);
  } catch {
    // A browser that allows no worker or no storage: the shop works with a connection.
  }
}
