import { expect, it, vi } from 'vitest';
import { handlePushes } from './push-handler';
import type { ServiceWorkerScope } from './worker-scope';

const ORIGIN = 'https://shop.example';

type Tab = { url: string; focus: () => unknown; navigate: () => unknown; postMessage: () => void };

/** The push handler in a fake scope with these open tabs. */
function worker(urls: string[] = []) {
  const handlers: Record<string, (event: unknown) => void> = {};
  const did: string[] = [];
  const tabs: Tab[] = urls.map((url) => {
    const tab: Tab = {
      url: ORIGIN + url,
      focus: vi.fn(async () => {
        did.push(`focus ${url}`);
        return tab;
      }),
      navigate: vi.fn(async (to?: string) => did.push(`navigate ${url} to ${to}`)),
      postMessage: vi.fn(),
    };
    return tab;
  });
  const showNotification = vi.fn(async (_title: string, _options: object) => {});
  const shown: unknown[] = [];
  const self = {
    location: { origin: ORIGIN },
    registration: { showNotification, getNotifications: async () => shown },
    clients: {
      matchAll: async () => tabs,
      openWindow: async (to: string) => did.push(`open ${to}`),
    },
    addEventListener: (name: string, handler: (event: unknown) => void) => {
      handlers[name] = handler;
    },
  };
  handlePushes(self as unknown as ServiceWorkerScope);
  const fire = async (name: string, event: object) => {
    let done: Promise<unknown> = Promise.resolve();
    handlers[name]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (done = promise) });
    await done;
  };
  const click = (url?: string) =>
    fire('notificationclick', { notification: { close: () => {}, data: { url } } });
  const push = (text?: string) => {
    const data = text === undefined ? null : { json: () => JSON.parse(text), text: () => text };
    return fire('push', { data });
  };
  return { did, tabs, click, push, showNotification, shown };
}

it('push is shown under its tag, so that a repeat replaces it, and open pages are notified', async () => {
  const { push, showNotification, tabs } = worker(['/la']);
  await push('{"id":3,"title":"T","body":"B","image":"","url":"/en/cart","tag":"n3"}');
  expect(showNotification.mock.calls).toMatchInlineSnapshot(`
    [
      [
        "T",
        {
          "badge": "/badge-96.png",
          "body": "B",
          "data": {
            "id": 3,
            "url": "/en/cart",
          },
          "icon": "/icon-192.png",
          "image": undefined,
          "tag": "n3",
        },
      ],
    ]
  `);
  expect(tabs[0]?.postMessage).toHaveBeenCalledWith({ about: 'push', id: 3 });
});

it('burst of new orders is one notification that rings again and leads to the list', async () => {
  const { push, showNotification, shown } = worker();
  const several = { title: 'New orders', url: '/en/staff/orders' };
  const order = (number: string) =>
    push(
      JSON.stringify({
        title: 'New order',
        body: number,
        url: `/en/staff/orders/${number}`,
        tag: 'staff-orders',
        several,
      }),
    );
  await order('261121-A');
  shown.push({});
  await order('261121-B');
  expect(showNotification.mock.calls).toMatchObject([
    ['New order', { renotify: true, body: '261121-A', data: { url: '/en/staff/orders/261121-A' } }],
    ['New orders', { renotify: true, body: '261121-B', data: { url: '/en/staff/orders' } }],
  ]);
});

it('click on a new order opens its page in a tab of its own, or brings its open page to the front', async () => {
  const { did, click } = worker(['/en/staff/orders', '/en/shop']);
  await click('/en/staff/orders/01K9');
  await click('/la/staff/orders');
  expect(did).toEqual([`open ${ORIGIN}/en/staff/orders/01K9`, 'focus /en/staff/orders']);
});

it('click on a push of the shop leaves tabs of the back office alone', async () => {
  const { did, click } = worker(['/en/staff/products/7']);
  await click('/account/orders/7');
  expect(did).toEqual([`open ${ORIGIN}/account/orders/7`]);
});

it('click for an open page whose tab can no longer be focused opens a new one', async () => {
  const { did, click, tabs } = worker(['/en/staff/orders']);
  if (tabs[0]) tabs[0].focus = () => Promise.reject(new TypeError('closed'));
  await click('/en/staff/orders');
  expect(did).toEqual([`open ${ORIGIN}/en/staff/orders`]);
});

it('push without readable data is shown with its text or nothing', async () => {
  const { push, showNotification } = worker();
  await push('plain words');
  await push('null');
  await push();
  expect(showNotification.mock.calls).toMatchInlineSnapshot(`
    [
      [
        "Heuan",
        {
          "badge": "/badge-96.png",
          "body": "plain words",
          "data": {
            "id": undefined,
            "url": undefined,
          },
          "icon": "/icon-192.png",
          "image": undefined,
          "tag": undefined,
        },
      ],
      [
        "Heuan",
        {
          "badge": "/badge-96.png",
          "body": "null",
          "data": {
            "id": undefined,
            "url": undefined,
          },
          "icon": "/icon-192.png",
          "image": undefined,
          "tag": undefined,
        },
      ],
      [
        "Heuan",
        {
          "badge": "/badge-96.png",
          "body": "",
          "data": {
            "id": undefined,
            "url": undefined,
          },
          "icon": "/icon-192.png",
          "image": undefined,
          "tag": undefined,
        },
      ],
    ]
  `);
});

it('click on a push for an open page in any language brings its tab to the front', async () => {
  const { did, click } = worker(['/la', '/th/account/orders/7']);
  await click('/en/account/orders/7');
  expect(did).toEqual(['focus /th/account/orders/7']);
});

it('click with other tabs open navigates one of them, but none that is paying', async () => {
  const free = worker(['/la/checkout', '/la/shop']);
  await free.click('/account/orders/7');
  expect(free.did).toEqual(['focus /la/shop', `navigate /la/shop to ${ORIGIN}/account/orders/7`]);
  const paying = worker(['/la/checkout']);
  await paying.click('/account/orders/7');
  expect(paying.did).toEqual([`open ${ORIGIN}/account/orders/7`]);
});

it('click with a tab that may not be navigated opens a new one', async () => {
  const { did, click, tabs } = worker(['/la']);
  if (tabs[0]) tabs[0].navigate = () => Promise.reject(new TypeError('not controlled'));
  await click('/cart');
  expect(did).toEqual(['focus /la', `open ${ORIGIN}/cart`]);
});

it('click on another secure address opens it, on any other address home', async () => {
  const { did, click } = worker();
  await click('https://partner.example/a');
  await click('javascript:alert(1)');
  await click('http://plain.example/');
  await click(undefined);
  expect(did).toEqual([
    'open https://partner.example/a',
    `open ${ORIGIN}/`,
    `open ${ORIGIN}/`,
    `open ${ORIGIN}/`,
  ]);
});
