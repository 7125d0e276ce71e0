// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionQuery } from '@/domain/session/session';
import { clearApiToken } from '@/shared/api/token';
import { until } from '@/testing/until';
import { addAllToCart, clearWishlist, like, mergeWishlist, unlike } from './wishlist-actions';
import { readStoredWishlist, type WishlistItem } from './wishlist-items';
import { visitorWishlistQuery, wishlistQuery } from './wishlist-query';

const item = (id: number): WishlistItem => ({
  pro_id: id,
  pro_name_la: `ສິນຄ້າ ${id}`,
  pro_name_en: `Product ${id}`,
  pro_img_cover: '',
  price: 1_000,
  product_price1: null,
  stock: 5,
  unit_name_la: 'ອັນ',
  unit_name_en: 'piece',
  in_cart: false,
});
const user = { fname: 'Noy', lname: 'K', email: '', phone: '+8562055550123' };

let client: QueryClient;
let account: WishlistItem[];
let refuse: (url: string, method: string) => Response | undefined;
let log: string[];

const ids = (items: WishlistItem[] | undefined) => items?.map(({ pro_id }) => pro_id);
const local = () => ids(readStoredWishlist('visitor'));
const shown = () => ids(client.getQueryData(wishlistQuery.queryKey));

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(visitorWishlistQuery.queryKey, []);
  account = [];
  log = [];
  refuse = () => undefined;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/api-token') return Response.json({ success: true, data: { token: 't' } });
    const method = init.method ?? 'GET';
    log.push(`${method} ${url}`);
    const refusal = refuse(url, method);
    if (refusal) return refusal;
    const id = Number(url.split('/').at(-1));
    if (url.endsWith('add-all-to-cart')) {
      const cart = { version: 9, count: 1, total: 1_000, lines: [] };
      return Response.json({
        data: { cart, added: [1], skipped: [{ pro_id: 2, reason: 'out_of_stock' }] },
      });
    }
    if (method === 'PUT') account = [item(id), ...account.filter(({ pro_id }) => pro_id !== id)];
    if (method === 'DELETE') account = account.filter(({ pro_id }) => id && pro_id !== id);
    return Response.json({ success: true, data: account });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  clearApiToken();
});

it('list of a visitor is stored in the browser, newest first, without requests', async () => {
  await like(client, item(1));
  await like(client, item(2));
  await like(client, item(1));
  expect(local()).toEqual([2, 1]);
  await unlike(client, 2);
  expect(local()).toEqual([1]);
  await clearWishlist(client);
  expect(local()).toEqual([]);
  expect(log).toEqual([]);
});

it('change of a customer’s list is shown at once, then the response of the server', async () => {
  client.setQueryData(sessionQuery.queryKey, user);
  const pressed = like(client, item(3));
  await until(() => expect(shown()).toEqual([3]));
  await pressed;
  expect(log).toEqual(['PUT /api/auth/wishlist/3']);
  expect(local()).toEqual([]);
});

it('changes are sent in order, and the last one wins', async () => {
  client.setQueryData(sessionQuery.queryKey, user);
  await Promise.all([like(client, item(1)), like(client, item(2)), unlike(client, 1)]);
  expect(shown()).toEqual([2]);
  expect(ids(account)).toEqual([2]);
});

it('failed change is taken back although the list cannot be fetched', async () => {
  client.setQueryData(sessionQuery.queryKey, user);
  await like(client, item(1));
  const offline = () => {
    throw new TypeError('Failed to fetch');
  };
  refuse = offline;
  await expect(like(client, item(2))).rejects.toThrow();
  expect(shown()).toEqual([1]);
  // The first of two changes arrives, the second does not.
  refuse = (url) => (url.endsWith('/3') ? undefined : offline());
  const [, failed] = await Promise.allSettled([like(client, item(3)), unlike(client, 1)]);
  expect(failed.status).toBe('rejected');
  expect(shown()).toEqual([3, 1]);
});

it('login moves the list into the account in its order', async () => {
  await like(client, item(1));
  await like(client, item(2));
  account = [item(9)];
  client.setQueryData(sessionQuery.queryKey, user);
  await mergeWishlist(client);
  expect(shown()).toEqual([2, 1, 9]);
  expect(local()).toEqual([]);
});

it('login drops unknown products and keeps those without a response', async () => {
  for (const id of [1, 2, 3]) await like(client, item(id));
  client.setQueryData(sessionQuery.queryKey, user);
  refuse = (url) => (url.endsWith('/1') ? Response.json({}, { status: 404 }) : undefined);
  refuse = (
    (before) => (url, method) =>
      url.endsWith('/3') ? Response.json({}, { status: 503 }) : before(url, method)
  )(refuse);
  await expect(mergeWishlist(client)).rejects.toMatchObject({ status: 503 });
  expect(ids(account)).toEqual([2]);
  expect(local()).toEqual([3]);
});

it('page that has loaded with the customer merges the stored list of the visitor', async () => {
  for (const id of [1, 2]) await like(client, item(id));
  client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, user);
  await mergeWishlist(client);
  expect(ids(account)).toEqual([2, 1]);
  expect(local()).toEqual([]);
});

it('adding all to the cart applies the cart of the response', async () => {
  client.setQueryData(sessionQuery.queryKey, user);
  const { added, skipped } = await addAllToCart(client);
  expect(added).toEqual([1]);
  expect(skipped).toHaveLength(1);
  expect(client.getQueryData(['/api/auth/cart'])).toMatchObject({ version: 9 });
});
