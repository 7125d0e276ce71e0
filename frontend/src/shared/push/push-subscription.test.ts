// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setShownLanguage } from '@/shared/i18n/language-preference';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@/shared/i18n/languages';
import { fakeLocks } from '@/testing/fake-locks';
import { fakeApi, jsonResponse, problemResponse, type RecordedRequest } from '@/testing/fake-shop';
import { pushStatus, recheckPush, usePushStatus } from './push-status';
import { hasOptedIn, readRegistered, writeRegistered } from './push-storage';
import {
  disablePush,
  enablePush,
  PushError,
  refreshPush,
  unregisterPush,
  unsubscribePush,
} from './push-subscription';

let permission: NotificationPermission;
let answers: NotificationPermission;
let current: ReturnType<typeof subscriptionAt> | null;
let made: number;
let subscribe: () => Promise<unknown>;

function subscriptionAt(endpoint: string) {
  return {
    endpoint,
    options: {},
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => {
      current = null;
      return true;
    }),
  };
}

const shop = (put: () => Response = () => jsonResponse({})): RecordedRequest[] =>
  fakeApi({
    'GET /api/v1/push/key': () => jsonResponse({ key: 'BKey' }),
    'PUT /api/auth/push/subscription': put,
    'DELETE /api/auth/push/subscription': () => jsonResponse({}),
  });
const calls = (requests: RecordedRequest[]) =>
  requests
    .filter(({ path }) => path.endsWith('subscription'))
    .map(({ method, body }) => [method, body]);

beforeEach(() => {
  permission = 'default';
  answers = 'granted';
  current = null;
  made = 0;
  subscribe = async () => {
    made += 1;
    current = subscriptionAt(`https://push.example/${made}`);
    return current;
  };
  const pushManager = { getSubscription: async () => current, subscribe: () => subscribe() };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      expect(pushStatus()).toBe('requesting');
      permission = answers;
      return permission;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => ({ pushManager }),
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => ({ pushManager }),
    },
  });
  recheckPush();
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('opt-in registers the endpoint with the shop and stores it under the names of the specification', async () => {
  const requests = shop();
  expect(pushStatus()).toBe('idle');
  await expect(enablePush('en', 7)).resolves.toBe('granted');
  const endpoint = 'https://push.example/1';
  expect(calls(requests)).toEqual([
    ['PUT', { endpoint, keys: { p256dh: 'p', auth: 'a' }, language: 'en' }],
  ]);
  expect(localStorage.getItem('fcmToken')).toBe(endpoint);
  expect(localStorage.getItem('isSubscribed')).toBe('true');
  expect(pushStatus()).toBe('granted');
});

it('status is granted only if browser permission and storage agree', async () => {
  shop();
  await enablePush('en', 7);
  localStorage.removeItem('isSubscribed');
  window.dispatchEvent(new Event('focus'));
  recheckPush();
  expect(pushStatus()).toBe('idle');
  permission = 'denied';
  recheckPush();
  expect(pushStatus()).toBe('denied');
});

it('status is read again when the window gets the focus', () => {
  const { result, unmount } = renderHook(usePushStatus);
  expect(result.current).toBe('idle');
  permission = 'denied';
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(result.current).toBe('denied');
  unmount();
});

it('opt-in denied or dismissed stores nothing', async () => {
  const requests = shop();
  answers = 'default';
  await expect(enablePush('en', 7)).resolves.toBe('default');
  expect(pushStatus()).toBe('idle');
  answers = 'denied';
  await expect(enablePush('en', 7)).resolves.toBe('denied');
  expect(pushStatus()).toBe('denied');
  expect(requests).toEqual([]);
});

it('failed opt-in reports browser or server and stores nothing', async () => {
  shop(() => problemResponse(503));
  const refused = enablePush('en', 7);
  await expect(refused).rejects.toMatchObject({ name: 'PushError', at: 'shop' });
  expect(current).toBeNull();
  subscribe = () => Promise.reject(new DOMException('no service', 'AbortError'));
  await expect(enablePush('en', 7)).rejects.toEqual(new PushError('browser', expect.anything()));
  expect(hasOptedIn()).toBe(false);
  expect(pushStatus()).toBe('idle');
});

it('refresh registers again only for another language, customer or endpoint', async () => {
  const requests = shop();
  await enablePush('en', 7);
  await refreshPush('en', 7);
  expect(calls(requests)).toHaveLength(1);
  await refreshPush('la', 7);
  await refreshPush('la', 8);
  current = null;
  await refreshPush('la', 8);
  expect(calls(requests).map(([, body]) => body)).toMatchObject([
    { language: 'en' },
    { language: 'la' },
    { language: 'la' },
    { endpoint: 'https://push.example/2' },
  ]);
  expect(localStorage.getItem('fcmToken')).toBe('https://push.example/2');
});

it.each([
  ['la', 'lo', 'la'],
  ['la', 'de', 'en'],
  ['th', 'th', 'th'],
  ['cn', 'zh-CN', 'cn'],
  ['cn', 'de', 'cn'],
])('pushes to a page at /%s in %s have the texts of %s', async (code, tag, language) => {
  const routed = LANGUAGES.find((one) => one.code === code) as Language;
  setShownLanguage({ ...routed, tag });
  const requests = shop();
  await enablePush(code, 7);
  expect(calls(requests)).toMatchObject([['PUT', { language }]]);
  setShownLanguage(DEFAULT_LANGUAGE);
});

it.each([
  ['without a session', 'en noy'],
  ['named by phone number and e-mail address', '2 en +8562055512345 noy@heuan.example'],
])('registration %s, of an earlier release, is sent again once', async (_, former) => {
  const requests = shop();
  await enablePush('en', 7);
  writeRegistered(`${former} https://push.example/1`);
  await refreshPush('en', 7);
  await refreshPush('en', 7);
  expect(calls(requests)).toHaveLength(2);
});

it('sign-out unregisters the endpoint, and the next sign-in registers it', async () => {
  const requests = shop();
  await enablePush('en', 7);
  await unregisterPush();
  expect(calls(requests).at(-1)).toEqual(['DELETE', { endpoint: 'https://push.example/1' }]);
  expect(hasOptedIn()).toBe(true);
  await refreshPush('en', 7);
  expect(calls(requests).at(-1)?.[0]).toBe('PUT');
});

it('expired session ends the subscription', async () => {
  shop();
  await enablePush('en', 7);
  await unsubscribePush();
  expect(current).toBeNull();
  expect(readRegistered()).toBeNull();
});

it('opt-out ends the subscription in the browser and at the server', async () => {
  const requests = shop();
  await enablePush('en', 7);
  await disablePush();
  expect(current).toBeNull();
  expect(hasOptedIn()).toBe(false);
  expect(pushStatus()).toBe('idle');
  expect(calls(requests).at(-1)).toEqual(['DELETE', { endpoint: 'https://push.example/1' }]);
});

it('changed subscription is renewed and registered by one of two tabs', async () => {
  const end = fakeLocks();
  permission = 'granted';
  const requests = shop();
  vi.resetModules();
  const other = await import('./push-subscription');
  await Promise.all([refreshPush('la', 7), other.refreshPush('la', 7)]);
  expect(made).toBe(1);
  expect(calls(requests).map(([method]) => method)).toEqual(['PUT']);
  end();
});
