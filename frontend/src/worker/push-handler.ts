import type {
  NotificationClickEvent,
  PushEvent,
  ServiceWorkerScope,
  WindowClient,
} from './worker-scope';

const ICON = '/icon-192.png';
const BADGE = '/badge-96.png';

type Push = {
  id?: number;
  title: string;
  body?: string;
  image?: string;
  url?: string;
  tag?: string;
};

/** Shows pushes, and leads a click on one to the right page. */
export function handlePushes(self: ServiceWorkerScope): void {
  const tabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

  async function tell(message: object) {
    for (const tab of await tabs()) tab.postMessage(message);
  }

  async function show({ id, title, body, image, url, tag }: Push) {
    await self.registration.showNotification(title, {
      body,
      icon: ICON,
      badge: BADGE,
      image: image || undefined,
      // A repeat replaces what stands there already.
      tag: tag || undefined,
      data: { id, url },
    });
    await tell({ about: 'push', id });
  }

  /** Target URL of a click: a page of this shop or another https URL; anything else becomes the home page. */
  function addressOf(url: string | undefined): URL {
    const home = new URL('/', self.location.origin);
    try {
      const address = new URL(url || '/', home);
      return address.origin === home.origin || address.protocol === 'https:' ? address : home;
    } catch {
      return home;
    }
  }

  /** A tab that shows the page comes to the front; one that is not in the middle of paying goes there; or a new one. */
  async function open(address: URL): Promise<unknown> {
    if (address.origin !== self.location.origin) return self.clients.openWindow(address.href);
    const pages = await tabs();
    const at = (tab: WindowClient) => pageOf(new URL(tab.url));
    const there = pages.find((tab) => at(tab) === pageOf(address));
    if (there) return there.focus();
    const free = pages.find((tab) => !/^\/checkout/.test(at(tab)));
    if (free) {
      try {
        return await (await free.focus()).navigate(address.href);
      } catch {
        // A page from before this worker, or one that may not be moved.
      }
    }
    return self.clients.openWindow(address.href);
  }

  self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));
  self.addEventListener('notificationclick', (event: NotificationClickEvent) => {
    event.notification.close();
    event.waitUntil(open(addressOf(event.notification.data?.url)));
  });
  // The browser has taken its subscription back: an open page, or the next one, sees to a new one.
  self.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(tell({ about: 'push-changed' })),
  );
}

/** A push that is no such thing still has to show something. */
function read(data: PushEvent['data']): Push {
  try {
    const push = data?.json() as Push | null | undefined;
    if (typeof push?.title === 'string') return push;
  } catch {
    // No JSON.
  }
  return { title: 'Heuan', body: data?.text() ?? '' };
}

/** `/en/account` and `/account` are the same page in the language of the reader. */
const pageOf = ({ pathname, search }: URL): string =>
  pathname.replace(/^\/[a-z]{2}(?=\/|$)/, '').replace(/\/$/, '') + search;
