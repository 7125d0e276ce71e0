// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emitLive, INITIAL_STATE, setLiveState } from '@/shared/live/live-bus';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { isOff } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { Bell } from './Bell';

const USER = { fname: 'Noy', lname: 'K', email: '', phone: '+8562055550123' };
const PATH = '/api/auth/notifications/user';

const sent = (no_id: number, more = {}) => ({
  no_id,
  no_title: `Title ${no_id}`,
  no_body: 'Body',
  imageurl: '',
  no_actionurl: '/cart',
  no_websiteurl: '',
  not_name: 'general',
  isread_user: false,
  no_cratedat: '2026-11-20T10:00:00+07:00',
  no_updatedat: '2026-11-20T10:00:00+07:00',
  ...more,
});
type Sent = ReturnType<typeof sent>;
const page = (data: Sent[], unread = data.length) =>
  Response.json({ success: true, data, total: data.length, page: 1, limit: 50, unread });

let notices: Sent[];
let unread: number | undefined;
let isWide: boolean;

const bell = () => screen.findByRole('button', { name: /^Notifications/ });
const counted = (count: number) =>
  screen.findByRole('button', { name: `Notifications, ${count} unread` });
const show = (known: Record<string, unknown> = { '/api/v1/verify-token': USER }) =>
  renderPage({ path: '/', page: () => <Bell />, leadsTo: ['/cart', '/account/login'], known });

const shop = (put: () => Response = () => jsonResponse({ changed: 1, unread: 0 })) =>
  fakeApi({ [`GET ${PATH}`]: () => page(notices, unread), [`PUT ${PATH}`]: put });

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the shop sets it
  document.cookie = 'cus_id=1';
  isWide = true;
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  notices = [sent(1), sent(2)];
  unread = undefined;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  act(() => setLiveState(INITIAL_STATE));
});

it('badge shows the number of unread, 99+ at most', async () => {
  shop();
  unread = 120;
  await show();
  await counted(120);
  expect(screen.getByText('99+')).toBeDefined();
});

it('live notification is counted at once and only once', async () => {
  shop();
  await show();
  await counted(2);
  act(() => emitLive('notification', sent(3)));
  await counted(3);
  act(() => emitLive('notification', sent(3)));
  await counted(3);
  await screen.findByText('New notification: Title 3');
});

it('cancelled news leave the list and the count of an open page', async () => {
  const requests = shop();
  await show();
  await userEvent.click(await counted(2));
  await screen.findByRole('link', { name: /Title 2/ });
  const fetched = () => requests.filter(({ method }) => method === 'GET').length;
  const before = fetched();
  act(() => emitLive('notification_removed', { no_id: 2 }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Title 2/ })).toBeNull());
  screen.getByRole('link', { name: /Title 1/ });
  await counted(1);
  act(() => emitLive('notification_removed', { no_id: 99 }));
  await counted(1);
  expect(fetched()).toBe(before);
});

it('pressed item is marked read before the response', async () => {
  const requests = shop(() => new Promise<Response>(() => {}) as never);
  notices = [sent(1), sent(2, { no_actionurl: '' })];
  await show();
  await userEvent.click(await counted(2));
  await userEvent.click(await screen.findByRole('button', { name: /Title 2/ }));
  await counted(1);
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ id: 2, isRead: true });
});

it('see all and mark all as read keep the focus in the list', async () => {
  shop();
  await show();
  await userEvent.click(await counted(2));
  const all = await screen.findByRole('button', { name: 'See all' });
  await userEvent.click(all);
  expect(isOff(all)).toBe(true);
  expect(document.activeElement).toBe(all);
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull(),
  );
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
});

it('pressed item leads to its target', async () => {
  shop();
  await show();
  await userEvent.click(await counted(2));
  await userEvent.click(await screen.findByRole('link', { name: /Title 2/ }));
  await screen.findByRole('heading', { name: 'at /cart' });
});

it('marking all read is one request', async () => {
  const requests = shop();
  await show();
  await userEvent.click(await counted(2));
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await counted(0);
  const puts = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(puts).toEqual([{ ids: [1, 2], isRead: true }]);
});

it('marking all read without a batch route is one request each', async () => {
  const requests = fakeApi({
    [`GET ${PATH}`]: () => page(notices),
    [`PUT ${PATH}`]: ({ body }) =>
      (body as { id?: number }).id ? jsonResponse({ changed: 1, unread: 0 }) : problemResponse(400),
  });
  await show();
  await userEvent.click(await counted(2));
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => {
    const puts = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(puts.slice(1)).toEqual([
      { id: 1, isRead: true },
      { id: 2, isRead: true },
    ]);
  });
});

it('refused read marker is reverted', async () => {
  shop(() => problemResponse(500));
  notices = [sent(1, { no_actionurl: '' })];
  await show();
  await userEvent.click(await counted(1));
  await userEvent.click(await screen.findByRole('button', { name: /Title 1/ }));
  await counted(1);
});

it('list is polled every 30 s without a stream, and not once it is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const requests = shop();
  await show();
  await counted(2);
  const before = requests.length;
  act(() => setLiveState({ polling: true }));
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(requests.length - before).toBe(2);
  act(() =>
    emitLive('hello', { chat: true, notifications: true, staff_online: true, resumed: true }),
  );
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(requests.length - before).toBe(2);
});

it('list opened: fetches again', async () => {
  shop();
  await show();
  const button = await counted(2);
  notices = [sent(1), sent(2), sent(3)];
  await userEvent.click(button);
  await counted(3);
});

it('empty list shows a message', async () => {
  shop();
  notices = [];
  await show();
  await userEvent.click(await bell());
  await screen.findByText('No notifications yet');
});

it.each([
  ['no notification', 0],
  ['one notification', 1],
  ['seven notifications', 7],
])('list of %s has See all as its footer', async (_, count) => {
  shop();
  notices = Array.from({ length: count }, (_entry, index) => sent(index + 1));
  await show();
  await userEvent.click(await bell());
  const list = await screen.findByRole('dialog', { name: 'Notifications' });
  const first = count ? `Title ${count}` : 'No notifications yet';
  await waitFor(() => expect(list.textContent).toContain(first));
  const last = within(list).getAllByRole('button').at(-1);
  expect(last?.textContent).toBe('See all');
});

it('failed list offers a retry', async () => {
  fakeApi({ [`GET ${PATH}`]: () => problemResponse(503, { code: 'unavailable' }) });
  await show();
  await userEvent.click(await bell());
  await screen.findByText('Something went wrong');
  shop();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Title 1');
});

it('visitor: shows the login link and sends no request', async () => {
  const requests = shop();
  await show({ '/api/v1/verify-token': null });
  await userEvent.click(await bell());
  await screen.findByRole('link', { name: 'Log in' });
  expect(requests).toEqual([]);
});

it('session request failed: no redirect to the login', async () => {
  fakeApi({ 'GET /api/v1/verify-token': () => problemResponse(503, { code: 'unavailable' }) });
  await show({});
  await userEvent.click(await bell());
  await screen.findByText('Something went wrong', {}, { timeout: 20_000 });
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
});

// jsdom does not implement dialogs.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  },
});

/** Fakes a browser with push support that returns this permission. */
function pushing(permission: NotificationPermission, isOn = false) {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  if (!isOn) return;
  localStorage.setItem('fcmToken', 'https://push.example/1');
  localStorage.setItem('isSubscribed', 'true');
}

it('push opt-in: offered at every click until accepted', async () => {
  shop();
  pushing('default');
  await show();
  for (let press = 1; press <= 2; press += 1) {
    await userEvent.click(await counted(2));
    await screen.findByRole('heading', { name: 'Turn on notifications' });
    expect(screen.queryByText('Title 1')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Only show the list' }));
    await screen.findByText('Title 1');
    await userEvent.click(await counted(2));
    expect(screen.queryByText('Title 1')).toBeNull();
  }
});

it('bell with notifications on toggles the list', async () => {
  shop();
  pushing('granted', true);
  await show();
  await userEvent.click(await counted(2));
  await screen.findByText('Title 1');
  await userEvent.click(await counted(2));
  expect(screen.queryByText('Title 1')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Turn on notifications' })).toBeNull();
});

it('opt-in dialog closes once the browser denies', async () => {
  shop();
  pushing('default');
  await show();
  await userEvent.click(await counted(2));
  const turnOn = await screen.findByRole('button', { name: 'Turn on' });
  pushing('denied');
  await userEvent.click(turnOn);
  await screen.findByText('Title 1');
  expect(screen.queryByRole('heading', { name: 'Turn on notifications' })).toBeNull();
});

it.each([
  ['closes the list on a phone', false, 1],
  ['leaves the page on a wide screen', true, 0],
])('back %s', async (_, width, closings) => {
  isWide = width;
  shop();
  const { router } = await show();
  const position = () => router.history.location.state.__TSR_index;
  await userEvent.click(await counted(2));
  await screen.findByRole('dialog', { name: 'Notifications' });
  await waitFor(() => expect(position()).toBe(closings));
  if (closings === 0) return;
  act(() => router.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(position()).toBe(0);
});
