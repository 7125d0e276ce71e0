import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cacheName, MAX_ENTRIES } from '@/shared/offline/cache-names';
import { fakeCaches } from '@/testing/fake-caches';
import { deleteOldCaches } from './cache-storage';
import { handleFetch } from './fetch-handler';
import { precache } from './precache';

const ORIGIN = 'https://shop.example';
let store: ReturnType<typeof fakeCaches>;
let network: (address: string) => Promise<Response> | Response;
let requests: string[];

const answerOf = (text: string, init: ResponseInit = {}) =>
  Object.defineProperty(new Response(text, init), 'type', { value: 'basic' });
const down = () => Promise.reject(new TypeError('Failed to fetch'));
const pathOf = (input: RequestInfo) =>
  (input instanceof Request ? input.url : input).replace(ORIGIN, '');

beforeEach(() => {
  store = fakeCaches();
  requests = [];
  network = (address) => answerOf(`new ${address}`);
  vi.stubGlobal('caches', store.caches);
  vi.stubGlobal('fetch', async (input: RequestInfo) => {
    requests.push(pathOf(input));
    return network(pathOf(input));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Response of the worker; undefined when it leaves the request to the browser. */
async function respond(address: string, mode: string): Promise<Response | undefined> {
  const request = new Request(ORIGIN + address);
  Object.defineProperty(request, 'mode', { value: mode });
  let given: Promise<Response> | undefined;
  const work: Promise<unknown>[] = [];
  const event = {
    request,
    respondWith: (answer: Promise<Response>) => (given = answer),
    waitUntil: (one: Promise<unknown>) => work.push(one),
  };
  handleFetch(event as never, ORIGIN);
  const answer = await given;
  await Promise.all(work);
  return answer;
}
const get = async (address: string, mode = 'navigate') => (await respond(address, mode))?.text();
const call = (address: string) => get(address, 'cors');
const keepMessage = (page: string, files: string[] = []) => ({
  about: 'keep' as const,
  page,
  entry: '/assets/index-1.js',
  files,
});

it('page is fetched from the network, offline from the cache', async () => {
  expect(await get('/la/shop/7')).toBe('new /la/shop/7');
  network = () => answerOf('newer');
  expect(await get('/la/shop/7')).toBe('newer');
  network = down;
  expect(await get('/la/shop/7')).toBe('newer');
});

it('slow network is awaited only without a cached page', async () => {
  vi.useFakeTimers();
  await get('/la');
  network = () => new Promise(() => {});
  const kept = get('/la');
  await vi.advanceTimersByTimeAsync(4_000);
  // Caching still waits for the network.
  await expect(Promise.race([kept, Promise.resolve('waiting')])).resolves.toBe('waiting');
  let arrive: (answer: Response) => void = () => {};
  network = () => new Promise((resolve) => (arrive = resolve));
  const first = get('/la/about');
  await vi.advanceTimersByTimeAsync(60_000);
  arrive(answerOf('late'));
  expect(await first).toBe('late');
});

it('uncached page is answered with the offline page, in its language or another', async () => {
  await precache(keepMessage('/en'), ORIGIN);
  network = down;
  expect(await get('/en/shop/9')).toBe('new /en/offline');
  expect(await get('/en/cart')).toBe('new /en/offline');
  expect(await get('/la/shop/9')).toBe('new /en/offline');
});

it('request with an empty cache fails as the network does', async () => {
  network = down;
  await expect(get('/la')).rejects.toThrow('Failed to fetch');
  await expect(call('/api/v1/product/1')).rejects.toThrow('Failed to fetch');
});

it('personal pages, searches and answers about a customer are not cached', async () => {
  for (const address of ['/la/cart', '/la/account/orders', '/la/checkout', '/la/shop?q=paint']) {
    expect(await get(address)).toBe(`new ${address}`);
  }
  expect(await call('/api/auth/cart')).toBeUndefined();
  network = () => answerOf('mine', { headers: { 'cache-control': 'no-store' } });
  expect(await call('/api/v1/content/about')).toBe('mine');
  expect(store.addresses(cacheName('pages'))).toEqual([]);
  expect(store.addresses(cacheName('answers'))).toEqual([]);
});

it('assets and images: one request; API responses: a request each time', async () => {
  for (const address of ['/assets/a-1.js', '/media/p/1.jpg?w=320', '/api/v1/product/1']) {
    await call(address);
    await call(address);
  }
  expect(requests.filter((one) => one.startsWith('/assets'))).toHaveLength(1);
  expect(requests.filter((one) => one.startsWith('/media'))).toHaveLength(1);
  expect(requests.filter((one) => one.startsWith('/api'))).toHaveLength(2);
});

it('cached API response has its type but no time, which is over', async () => {
  const headers = { date: 'Sat, 21 Nov 2026 01:00:00 GMT', 'content-type': 'application/json' };
  network = () => answerOf('{}', { headers });
  const fresh = await respond('/api/v1/product/1', 'cors');
  expect(fresh?.headers.get('date')).toBe(headers.date);
  network = down;
  const kept = await respond('/api/v1/product/1', 'cors');
  expect(kept?.headers.get('date')).toBeNull();
  expect(kept?.headers.get('content-type')).toBe('application/json');
  expect(await kept?.text()).toBe('{}');
});

it('API response that the previous release has cached with its time is served without it', async () => {
  const headers = { date: 'Sat, 21 Nov 2026 01:00:00 GMT', 'content-type': 'application/json' };
  const cache = await store.caches.open(cacheName('answers'));
  await cache.put(`${ORIGIN}/api/v1/product/1`, answerOf('{}', { headers }));
  network = down;
  const kept = await respond('/api/v1/product/1', 'cors');
  expect(kept?.headers.get('date')).toBeNull();
  expect(kept?.headers.get('content-type')).toBe('application/json');
  expect(await kept?.text()).toBe('{}');
});

it('error responses are passed on but not cached', async () => {
  network = () => answerOf('gone', { status: 404 });
  expect(await call('/assets/a-1.js')).toBe('gone');
  network = () => answerOf('here');
  expect(await call('/assets/a-1.js')).toBe('here');
});

it('full cache drops the entry that was unused longest', async () => {
  for (let id = 0; id < MAX_ENTRIES.pages; id += 1) await get(`/la/shop/${id}`);
  await get('/la/shop/0');
  await get('/la/shop/new');
  const kept = store.addresses(cacheName('pages'));
  expect(kept).toHaveLength(MAX_ENTRIES.pages);
  expect(kept).toContain('/la/shop/0');
  expect(kept).not.toContain('/la/shop/1');
});

it('storage that is full or forbidden does not affect online requests', async () => {
  store.state.broken = true;
  expect(await get('/la')).toBe('new /la');
  expect(await call('/assets/a-1.js')).toBe('new /assets/a-1.js');
  await precache(keepMessage('/la', ['/assets/a-1.js']), ORIGIN);
  await deleteOldCaches();
});

it('page loaded before the worker is cached with its files', async () => {
  const files = ['/assets/a-1.js', '/media/p/1.jpg?w=320', '/api/auth/cart', '//evil.example/x.js'];
  await precache(keepMessage('/la/shop/7', files), ORIGIN);
  expect(store.addresses(cacheName('pages'))).toEqual(['/la/shop/7']);
  expect(store.addresses(cacheName('assets'))).toEqual(['/assets/a-1.js']);
  expect(store.addresses(cacheName('images'))).toEqual(['/media/p/1.jpg?w=320']);
  await precache(keepMessage('/la/cart'), ORIGIN);
  expect(store.addresses(cacheName('pages'))).toEqual(['/la/shop/7']);
});

it('offline page is the one of this build', async () => {
  network = (address) => answerOf(`${address} with /assets/index-1.js`);
  await precache(keepMessage('/la'), ORIGIN);
  await precache(keepMessage('/la'), ORIGIN);
  expect(requests.filter((address) => address === '/la/offline')).toHaveLength(1);
  await precache({ ...keepMessage('/la'), entry: '/assets/index-2.js' }, ORIGIN);
  expect(requests.filter((address) => address === '/la/offline')).toHaveLength(2);
});

it('new version drops the caches of the old one, and no others', async () => {
  await store.caches.open('heuan-pages-0');
  await store.caches.open('another');
  await get('/la');
  await deleteOldCaches();
  expect(await store.caches.keys()).toEqual(['another', cacheName('pages')]);
});
