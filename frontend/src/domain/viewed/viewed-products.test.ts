// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionQuery } from '@/domain/session/session';
import { clearApiToken } from '@/shared/api/token';
import { mergeViewed } from './merge-viewed';
import { readStoredViewed, storeViewed, withViewed } from './stored-viewed-products';
import { addViewed, clearViewed, customerViewedQuery, restoreViewed } from './viewed-products';

const user = { fname: 'Noy', lname: 'K', email: '', phone: '+8562055550123' };

let client: QueryClient;
let account: number[];
let isDown: boolean;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  account = [];
  isDown = false;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/api/api-token') return Response.json({ success: true, data: { token: 't' } });
    if (isDown) return Response.json({ status: 503, reason: 'unavailable' }, { status: 503 });
    if (init.method === 'DELETE') account = [];
    if (init.method === 'POST') {
      const { pro_ids: ids } = JSON.parse(String(init.body)) as { pro_ids: number[] };
      account = [...ids, ...account.filter((id) => !ids.includes(id))];
    }
    return Response.json({ success: true, data: account.map((pro_id) => ({ pro_id })) });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  clearApiToken();
});

const signIn = () => client.setQueryData(sessionQuery.queryKey, user as never);
const signOut = () => client.setQueryData(sessionQuery.queryKey, null as never);
const shown = () => client.getQueryData(customerViewedQuery.queryKey);

it('visitor’s views are stored in the browser, newest first, each once', async () => {
  signOut();
  for (const id of [1, 2, 1]) await addViewed(client, id);
  expect(readStoredViewed()).toEqual([1, 2]);
  expect(account).toEqual([]);
  await clearViewed(client);
  expect(readStoredViewed()).toEqual([]);
  await restoreViewed(client, [1, 2]);
  expect(readStoredViewed()).toEqual([1, 2]);
});

it('customer’s views go to the account', async () => {
  signIn();
  await addViewed(client, 7);
  expect([account, shown(), readStoredViewed()]).toEqual([[7], [7], []]);
  await clearViewed(client);
  expect([account, shown()]).toEqual([[], []]);
  await restoreViewed(client, [7]);
  expect([account, shown()]).toEqual([[7], [7]]);
});

it('visitor’s views join the account at login', async () => {
  storeViewed([3, 2]);
  account = [2, 1];
  signIn();
  await mergeViewed(client);
  expect([account, shown(), readStoredViewed()]).toEqual([[3, 2, 1], [3, 2, 1], []]);
});

it('views without a response of the server stay in the browser and are merged later', async () => {
  storeViewed([3]);
  signIn();
  isDown = true;
  await expect(mergeViewed(client)).rejects.toThrow();
  expect(readStoredViewed()).toEqual([3]);
  isDown = false;
  await mergeViewed(client);
  expect([account, readStoredViewed()]).toEqual([[3], []]);
});

it('list is restored when the server refuses to clear it', async () => {
  signIn();
  client.setQueryData(customerViewedQuery.queryKey, [5]);
  isDown = true;
  await expect(clearViewed(client)).rejects.toThrow();
  expect(shown()).toEqual([5]);
});

it('stored views of another shape are ignored', () => {
  localStorage.setItem('heuan_viewed', '["a", -1, 2.5, 4]');
  expect(readStoredViewed()).toEqual([4]);
  localStorage.setItem('heuan_viewed', '{"a": 1}');
  expect(readStoredViewed()).toEqual([]);
  expect(
    withViewed(
      Array.from({ length: 24 }, (_, at) => at + 1),
      30,
    ),
  ).toHaveLength(24);
});
