import { clickAction } from './click-action';
import type { NotificationClickEvent, PushEvent, ServiceWorkerScope } from './worker-scope';

const ICON = '/icon-192.png';
const BADGE = '/badge-96.png';

type Push = {
  id?: number;
  title: string;
  body?: string;
  image?: string;
  url?: string;
  tag?: string;
  /** Shown instead of title and link while an earlier push of the same tag is shown. */
  several?: { title: string; url: string };
};

/** Shows pushes as notifications, and opens the right page on a click. */
export function handlePushes(self: ServiceWorkerScope): void {
  const tabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

  async function postToClients(message: object) {
    for (const tab of await tabs()) tab.postMessage(message);
  }

  async function show({ id, title, body, image, url, tag, several }: Push) {
    // A browser that cannot list notifications still has to show this one.
    const before =
      several && tag ? await self.registration.getNotifications({ tag }).catch(() => []) : [];
    const isOneOfSeveral = several && before.length > 0;
    const shown = isOneOfSeveral ? several : { title, url };
    await self.registration.showNotification(shown.title, {
      body,
      icon: ICON,
      badge: BADGE,
      image: image || undefined,
      // A repeated push replaces the displayed notification.
      tag: tag || undefined,
      // Each of several rings, although it replaces the one before.
      ...(several && tag && { renotify: true }),
      data: { id, url: shown.url },
    });
    await postToClients({ about: 'push', id });
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

  /** Opens a URL in the tab that `clickAction` chooses, or in a new one if that tab cannot be used. */
  async function open(address: URL): Promise<unknown> {
    if (address.origin !== self.location.origin) return self.clients.openWindow(address.href);
    const action = clickAction(address, await tabs());
    try {
      if (action.kind === 'focus') return await action.tab.focus();
      if (action.kind === 'navigate') {
        return await (await action.tab.focus()).navigate(address.href);
      }
    } catch {
      // The tab was closed meanwhile, is not controlled by this worker, or must not be navigated.
    }
    return self.clients.openWindow(address.href);
  }

  self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));
  self.addEventListener('notificationclick', (event: NotificationClickEvent) => {
    event.notification.close();
    event.waitUntil(open(addressOf(event.notification.data?.url)));
  });
  // The browser has revoked its subscription; an open page, or the next one, renews it.
  self.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(postToClients({ about: 'push-changed' })),
  );
}

/** Parses a push. An invalid one still has to show a notification. */
function read(data: PushEvent['data']): Push {
  try {
    const push = data?.json() as Push | null | undefined;
    if (typeof push?.title === 'string') return push;
  } catch {
    // Not JSON.
  }
  return { title: 'Heuan', body: data?.text() ?? '' };
}
