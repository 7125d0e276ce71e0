import { expect, it } from 'vitest';
import { isCacheable, kindOf } from './request-kind';

const ORIGIN = 'https://shop.example';
/** Only browsers can create a request with `mode: 'navigate'`. */
const requests = (
  address: string,
  { mode = 'cors', ...init }: RequestInit & { mode?: string } = {},
) => {
  const request = new Request(new URL(address, ORIGIN), init);
  return Object.defineProperty(request, 'mode', { value: mode });
};
const visited = (address: string) => kindOf(requests(address, { mode: 'navigate' }), ORIGIN);

it.each(['/la', '/en/shop/101002', '/la/shop?category=2', '/th/blogs/news/1', '/en/by-popular'])(
  'page %s is cacheable',
  (address) => expect(visited(address)).toBe('page'),
);

it.each([
  '/la/cart',
  '/la/checkout/pay/01K9',
  '/en/account/orders',
  '/en/account/login',
  '/en/staff/7',
  '/en/offline',
  '/la/shop?search=paint',
  '/la/shop?q=paint',
  '/',
])('page %s is not cacheable', (address) => expect(visited(address)).toBe('personal'));

it.each(['/api/docs', '/sitemap.xml', '/media/products/1.jpg', '/robots.txt'])(
  'navigation to %s is not handled',
  (address) => expect(visited(address)).toBeUndefined(),
);

it.each([
  ['/assets/index-1.js', 'asset'],
  ['/media/products/1.jpg?w=320', 'image'],
  ['/placeholder.png', 'answer'],
  ['/api/v1/product/101002/related?limit=10', 'answer'],
  ['/api/v1/content/news/1', 'answer'],
  ['/api/v1/branch', 'answer'],
])('request for %s is cached as %s', (address, kind) =>
  expect(kindOf(requests(address), ORIGIN)).toBe(kind),
);

it.each([
  '/api/auth/cart',
  '/api/auth/orders/1',
  '/api/auth/events',
  '/api/v1/verify-token',
  '/api/v1/search-product?keyword=a',
  '/api/v1/keywork?keyword=a',
  '/api/v1/push/key',
  '/api/api-token',
  '/sw.js',
  'https://tiles.example/1/2/3.png',
])('request for %s is not handled', (address) =>
  expect(kindOf(requests(address), ORIGIN)).toBeUndefined(),
);

it('writes, requests with credentials and range requests are not handled', () => {
  const kind = (init: RequestInit) => kindOf(requests('/api/v1/product', init), ORIGIN);
  expect(kind({})).toBe('answer');
  expect(kind({ method: 'POST' })).toBeUndefined();
  expect(kind({ headers: { 'x-api-access-token': 't' } })).toBeUndefined();
  expect(kind({ headers: { authorization: 'Bearer t' } })).toBeUndefined();
  expect(kind({ headers: { range: 'bytes=0-1' } })).toBeUndefined();
});

it('complete public responses: cacheable', () => {
  const answer = (status: number, headers: HeadersInit = {}, more = {}) =>
    isCacheable(
      Object.defineProperties(new Response(null, { status, headers }), {
        type: { value: 'basic' },
        ...more,
      }),
    );
  expect(answer(200, { 'cache-control': 'no-cache' })).toBe(true);
  expect(answer(200, { 'cache-control': 'no-store' })).toBe(false);
  expect(answer(200, { 'cache-control': 'private, max-age=60' })).toBe(false);
  expect(answer(200, { 'content-length': '9000000' })).toBe(false);
  expect(answer(404)).toBe(false);
  expect(answer(503)).toBe(false);
  expect(answer(200, {}, { redirected: { value: true } })).toBe(false);
  expect(answer(200, {}, { type: { value: 'opaque' } })).toBe(false);
});
