// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cartQuery } from '@/domain/cart/cart-query';
import { storeCart } from '@/domain/cart/stored-cart';
import { resumeMerge } from '@/domain/session/merge-visitor';
import { sessionQuery } from '@/domain/session/session';
import { onSessionEvent } from '@/domain/session/session-events';
import { signIn } from '@/domain/session/sign-in';
import { signOut } from '@/domain/session/sign-out';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { DEFAULT_LANGUAGE } from '@/shared/i18n/languages';
import { loadMessagePart, loadMessages } from '@/shared/i18n/load-messages';
import { readRegistered, writeRegistered } from '@/shared/push/push-storage';
import { handleSessionEvent } from './session-handlers';

const user = { fname: 'Noy', lname: 'K', email: '', phone: '+8562055550123' };
const line = { pro_id: 7, price: 5_000, stock: 9, quantity: 2, version: 3, total: 10_000 };
const cart = { version: 4, count: 2, total: 10_000, lines: [line] };

let shop: AppContext;
let log: { path: string; body: unknown }[];
let failing: string[];
let hanging: string[];
let unsubscribe: () => void;

vi.mock('@/shared/ui/toast', () => ({
  toast: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));
const { toast } = await import('@/shared/ui/toast');

beforeEach(async () => {
  await loadMessagePart('buying', DEFAULT_LANGUAGE);
  const t = await loadMessages(DEFAULT_LANGUAGE);
  shop = { queryClient: new QueryClient(), t, code: 'la' };
  log = [];
  failing = [];
  hanging = [];
  unsubscribe = onSessionEvent(handleSessionEvent);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/api-token') return Response.json({ success: true, data: { token: 't' } });
    log.push({ path: `${init.method} ${path}`, body: init.body && JSON.parse(String(init.body)) });
    if (hanging.includes(path)) return new Promise<Response>(() => {});
    if (failing.includes(path)) return Response.json({}, { status: 503 });
    const data = path === '/api/auth/viewed-products' ? [{ pro_id: 5 }] : cart;
    return Response.json({ success: true, data });
  });
  shop.queryClient.setQueryData(sessionQuery.queryKey, user);
});

afterEach(() => {
  unsubscribe();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  localStorage.clear();
});

it('sign-out is recorded, ends the session and clears cart, wishlist, session and token', async () => {
  storeCart(cart as never);
  shop.queryClient.setQueryData(cartQuery.queryKey, cart as never);
  localStorage.setItem('heuan_wishlist', '[{"pro_id":1}]');
  localStorage.setItem('heuan_wishlist_seen', '[{"pro_id":1}]');
  localStorage.setItem('heuan_theme', '"dark"');
  await expect(signOut(shop)).resolves.toBe(true);
  expect(log).toEqual([
    { path: 'POST /api/auth/log', body: { log_type: 'logout', log_value: '/' } },
    { path: 'POST /api/auth/logout', body: undefined },
  ]);
  expect(shop.queryClient.getQueryData(sessionQuery.queryKey)).toBeNull();
  expect(shop.queryClient.getQueryData(cartQuery.queryKey)).toBeUndefined();
  expect(Object.keys(localStorage)).toEqual(['heuan_theme']);
  expect(toast.success).toHaveBeenCalledWith('ອອກຈາກລະບົບສຳເລັດແລ້ວ');
});

const typed = (customer: string) =>
  sessionStorage.setItem('heuan_checkout', JSON.stringify({ customer, values: { village: 'X' } }));

it('expired session keeps the checkout draft; sign-out removes it', async () => {
  typed('7');
  await handleSessionEvent('sessionEnded', shop);
  expect(sessionStorage.getItem('heuan_checkout')).toContain('X');
  await signOut(shop);
  expect(sessionStorage.getItem('heuan_checkout')).toBeNull();
});

it.each([
  ['7', 'X'],
  ['8', null],
])('sign-in of customer 7 keeps the checkout draft of customer %s: %s', async (customer, kept) => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=7');
  typed(customer);
  await signIn(shop, user);
  const draft = sessionStorage.getItem('heuan_checkout');
  expect(kept ? draft?.includes(kept) : draft).toBe(kept ? true : null);
});

it.each([
  ['7', 'X'],
  ['8', null],
])(
  'sign-in of customer 7 in another tab: the checkout draft of customer %s is then %s',
  async (customer, kept) => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=7');
    typed(customer);
    await handleSessionEvent('sessionEnded', shop);
    const draft = sessionStorage.getItem('heuan_checkout');
    expect(kept ? draft?.includes(kept) : draft).toBe(kept ? true : null);
  },
);

it.each([
  [7, true],
  [8, false],
])(
  'sign-in of customer 7 keeps form drafts of customer %s: %s; sign-out removes them',
  async (customer, isKept) => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=7');
    const draft = { customer, values: { person: { fname: 'X' } } };
    sessionStorage.setItem('heuan_form_drafts', JSON.stringify(draft));
    await handleSessionEvent('sessionEnded', shop);
    await signIn(shop, user);
    expect(sessionStorage.getItem('heuan_form_drafts') !== null).toBe(isKept);
    await signOut(shop);
    expect(sessionStorage.getItem('heuan_form_drafts')).toBeNull();
  },
);

it('sign-in discards the push registration of the previous session', async () => {
  writeRegistered('2 la noy https://push.example/1');
  await signIn(shop, user);
  expect(readRegistered()).toBeNull();
});

it('sign-out continues when its record fails', async () => {
  failing = ['/api/auth/log'];
  await expect(signOut(shop)).resolves.toBe(true);
});

it('failed sign-out shows an error, and the customer stays signed in', async () => {
  failing = ['/api/auth/logout'];
  storeCart(cart as never);
  await expect(signOut(shop)).resolves.toBe(false);
  expect(shop.queryClient.getQueryData(sessionQuery.queryKey)).toEqual(user);
  expect(localStorage.getItem('heuan_cart')).not.toBeNull();
  expect(toast.error).toHaveBeenCalledWith(
    'ເກີດຂໍ້ຜິດພາດໃນການອອກຈາກລະບົບ',
    expect.objectContaining({ detail: expect.any(String) }),
  );
});

it('sign-in puts the goods of an order into the cart that the ended session could not', async () => {
  shop.queryClient.setQueryData(sessionQuery.queryKey, null);
  const intent = { order: { order_id: '01K9', key: 'k' }, at: Date.now() };
  localStorage.setItem('heuan_intent', JSON.stringify(intent));
  failing = ['/api/auth/orders/01K9/again'];
  await signIn(shop, user);
  expect(log.map(({ path }) => path)).toContain('POST /api/auth/orders/01K9/again');
  expect(toast.error).toHaveBeenCalledOnce();
  expect(localStorage.getItem('heuan_intent')).toBeNull();
});

it('wishlist that a sign-in could not merge is merged by the next page', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=7');
  localStorage.setItem('heuan_wishlist', '[{"pro_id":1}]');
  failing = ['/api/auth/wishlist/1'];
  await signIn(shop, user);
  failing = [];
  await resumeMerge(shop);
  await resumeMerge(shop);
  expect(log.filter(({ path }) => path === 'PUT /api/auth/wishlist/1')).toHaveLength(2);
  expect(localStorage.getItem('heuan_wishlist')).toBeNull();
});

it('searches and viewed products that a sign-in could not merge are merged by the next page', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=7');
  localStorage.setItem('heuan_searches', '["tile","sand"]');
  localStorage.setItem('heuan_viewed', '[5]');
  failing = ['/api/auth/search-history', '/api/auth/viewed-products'];
  await signIn(shop, user);
  expect(localStorage.getItem('heuan_searches')).toBe('["tile","sand"]');
  failing = [];
  log = [];
  await resumeMerge(shop);
  await resumeMerge(shop);
  const sent = (path: string) =>
    log.filter((call) => call.path === `POST ${path}`).map(({ body }) => body);
  expect(sent('/api/auth/search-history')).toEqual([
    { searchtext: 'sand' },
    { searchtext: 'tile' },
  ]);
  expect(sent('/api/auth/viewed-products')).toEqual([{ pro_ids: [5] }]);
  expect(localStorage.getItem('heuan_searches')).toBeNull();
  expect(localStorage.getItem('heuan_viewed')).toBeNull();
});

it('sign-in does not wait longer than a second for the searches, which the next page merges', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=7');
  localStorage.setItem('heuan_searches', '["tile"]');
  hanging = ['/api/auth/search-history'];
  await signIn(shop, user);
  expect(localStorage.getItem('heuan_searches')).toBe('["tile"]');
  hanging = [];
  await resumeMerge(shop);
  expect(localStorage.getItem('heuan_searches')).toBeNull();
});

it('sign-in carries out the pending action of the visitor', async () => {
  shop.queryClient.setQueryData(sessionQuery.queryKey, null);
  const intent = { product: { ...line, quantity: undefined }, quantity: 2, at: Date.now() };
  localStorage.setItem('heuan_intent', JSON.stringify(intent));
  await signIn(shop, user);
  expect(log.map(({ path }) => path)).toContain('POST /api/auth/cart/items');
  expect(log.at(-1)?.body).toEqual({ pro_id: 7, quantity: 2 });
  expect(shop.queryClient.getQueryData(cartQuery.queryKey)).toMatchObject({ version: 4 });
  expect(localStorage.getItem('heuan_intent')).toBeNull();
  expect(toast.success).toHaveBeenCalledWith('ເພີ່ມໃສ່ກະຕ່າແລ້ວ', expect.anything());
});
