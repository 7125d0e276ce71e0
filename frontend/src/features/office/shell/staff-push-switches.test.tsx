// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recheckPush } from '@/shared/push/push-status';
import { fakeApi, jsonResponse, problemResponse, type RecordedRequest } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffMe } from '@/testing/staff-people';
import { until } from '@/testing/until';
import { StaffContext } from '../staff-access';
import { StaffPushSwitches } from './StaffPushSwitches';

const ENDPOINT = 'https://push.example/1';
const STAFF = '/api/staff/push/subscription';
const USER = { fname: 'Noy', lname: '', email: '', phone: '+8562055512345' };

let permission: NotificationPermission;
let answer: NotificationPermission;
let subscription: object | null;

beforeEach(() => {
  permission = 'default';
  answer = 'granted';
  subscription = null;
  const made = {
    endpoint: ENDPOINT,
    options: {},
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      subscription = made;
      return made;
    },
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      permission = answer;
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
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'cus_id=1';
  recheckPush();
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  recheckPush();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'cus_id=; max-age=0';
});

const STORED = 'heuan_staff_push';

async function open(
  put: () => Response = () => jsonResponse({}),
  user = USER,
  homeBranchId: number | null = null,
  branches: () => Response | Promise<Response> = () =>
    jsonResponse([{ b_id: 4, b_name_eng: 'Sikhay' }]),
) {
  const requests = fakeApi({
    'GET /api/v1/verify-token': () => Response.json({ success: true, payload: user }),
    'GET /api/v1/push/key': () => jsonResponse({ key: 'BKey' }),
    'PUT /api/auth/push/subscription': () => jsonResponse({}),
    'DELETE /api/auth/push/subscription': () => jsonResponse({}),
    'GET /api/v1/branch': branches,
    [`PUT ${STAFF}`]: put,
  });
  await renderPage({
    path: '/staff',
    page: () => (
      <StaffContext value={staffMe('clerk', homeBranchId)}>
        <StaffPushSwitches />
      </StaffContext>
    ),
  });
  await screen.findByRole('switch', ORDERS);
  return requests;
}

/** A browser that receives the notifications of the shop. */
function subscribed() {
  permission = 'granted';
  localStorage.setItem('fcmToken', ENDPOINT);
  localStorage.setItem('isSubscribed', 'true');
  recheckPush();
}

const ORDERS = { name: 'New orders on this device' };
const MESSAGES = { name: 'Chats and messages on this device' };
const control = (of = ORDERS) => screen.getByRole('switch', of);
const isOn = (of = ORDERS) => control(of).getAttribute('aria-checked') === 'true';
const choices = (requests: RecordedRequest[]) =>
  requests.filter(({ path }) => path === STAFF).map(({ body }) => body);

it('switch subscribes to new orders, and switching off removes that subscription', async () => {
  const requests = await open();
  await userEvent.click(control());
  await waitFor(() => expect(isOn()).toBe(true));
  const body = { endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' }, language: 'en' };
  expect(choices(requests)).toEqual([{ ...body, new_orders: true, customer_messages: false }]);
  await userEvent.click(control());
  await waitFor(() => expect(isOn()).toBe(false));
  expect(subscription).toBeNull();
  expect(requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/auth/push/subscription' });
});

const ONLY = { name: 'Only pick-ups at Sikhay' };

it('new orders of the home branch alone are a choice beside new orders', async () => {
  const requests = await open(undefined, USER, 4);
  expect(screen.queryByRole('switch', ONLY)).toBeNull();
  await userEvent.click(control());
  await userEvent.click(await screen.findByRole('switch', ONLY));
  await waitFor(() => expect(isOn(ONLY)).toBe(true));
  expect(control(ONLY).textContent).toContain('deliveries and other branches do not ring');
  expect(choices(requests).at(-1)).toMatchObject({ new_orders: true, only_home_branch: true });
  await userEvent.click(control(ONLY));
  await waitFor(() => expect(isOn(ONLY)).toBe(false));
  expect(choices(requests).at(-1)).not.toHaveProperty('only_home_branch');
});

it('switch of the home branch says that its name failed to load, and fetches it again', async () => {
  let fails = true;
  await open(undefined, USER, 4, () =>
    fails ? problemResponse(400) : jsonResponse([{ b_id: 4, b_name_eng: 'Sikhay' }]),
  );
  await userEvent.click(control());
  await screen.findByRole('switch', { name: 'Only pick-ups at Branch 4' });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The names of the branches could not be loaded',
  );
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const only = await screen.findByRole('switch', ONLY);
  expect(document.activeElement).toBe(only);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('member without a home branch gets all new orders', async () => {
  await open();
  await userEvent.click(control());
  await waitFor(() => expect(isOn()).toBe(true));
  expect(screen.queryByRole('switch', { name: /^Only/ })).toBeNull();
});

it('switching off keeps an earlier subscription of the storefront', async () => {
  subscribed();
  const requests = await open();
  await userEvent.click(control());
  await waitFor(() => expect(isOn()).toBe(true));
  await userEvent.click(control());
  await waitFor(() => expect(isOn()).toBe(false));
  expect(subscription).not.toBeNull();
  expect(choices(requests)).toMatchObject([{ new_orders: true }, { new_orders: false }]);
});

it('kinds are chosen apart, and the subscription ends with the last of them', async () => {
  const requests = await open();
  await userEvent.click(control(MESSAGES));
  await waitFor(() => expect(isOn(MESSAGES)).toBe(true));
  expect(isOn()).toBe(false);
  await userEvent.click(control());
  await waitFor(() => expect(isOn()).toBe(true));
  await userEvent.click(control(MESSAGES));
  await waitFor(() => expect(isOn(MESSAGES)).toBe(false));
  expect(isOn()).toBe(true);
  expect(choices(requests)).toMatchObject([
    { new_orders: false, customer_messages: true },
    { new_orders: true, customer_messages: true },
    { new_orders: true, customer_messages: false },
  ]);
  expect(subscription).not.toBeNull();
  await userEvent.click(control());
  await waitFor(() => expect(isOn()).toBe(false));
  expect(subscription).toBeNull();
});

it('choice survives a change of the phone number', async () => {
  subscribed();
  localStorage.setItem(STORED, '{"cus_id":1,"kinds":["new_orders"],"hadPush":true}');
  await open(undefined, { ...USER, phone: '+8562099999999' });
  expect(isOn()).toBe(true);
});

const OF_ANOTHER = '{"cus_id":2,"kinds":["new_orders"],"hadPush":true}';

it.each([
  ['of another account', OF_ANOTHER, OF_ANOTHER],
  ['of an earlier release and another number', '{"who":"+8562011111111 ","hadPush":true}', null],
])('choice %s is not inherited', async (_, stored, left) => {
  subscribed();
  localStorage.setItem(STORED, stored);
  await open();
  await until(() => expect(localStorage.getItem(STORED)).toBe(left));
  expect(isOn()).toBe(false);
});

it('choice of an earlier release is stored under the account id', async () => {
  subscribed();
  localStorage.setItem(STORED, JSON.stringify({ who: `${USER.phone} `, hadPush: false }));
  await open();
  await until(() => expect(isOn()).toBe(true));
  expect(localStorage.getItem(STORED)).toBe('{"cus_id":1,"kinds":["new_orders"],"hadPush":false}');
});

it('refusal of the server leaves the switch off and the browser without a subscription', async () => {
  await open(() => problemResponse(503));
  await userEvent.click(control());
  await waitFor(() => expect(control().getAttribute('aria-busy')).toBeNull());
  expect(isOn()).toBe(false);
  expect(subscription).toBeNull();
});

it('blocked notifications are explained, and checked again on a press', async () => {
  permission = 'denied';
  recheckPush();
  await open();
  expect(screen.getAllByText(/Blocked/)).toHaveLength(2);
  permission = 'default';
  await userEvent.click(control());
  await waitFor(() => expect(screen.getAllByText('Off')).toHaveLength(2));
});

it('browser without Web Push has a disabled switch with the reason', async () => {
  vi.stubGlobal('isSecureContext', false);
  recheckPush();
  const requests = await open();
  expect(screen.getAllByText(/cannot receive notifications/)).toHaveLength(2);
  await userEvent.click(control());
  expect(choices(requests)).toEqual([]);
});
