// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeCaches } from '@/testing/fake-caches';
import { cacheName } from './cache-names';
import { clearVisitedPages, recordVisit, visitedPages } from './visited-pages';

const at = (address: string) => new URL(address, 'https://shop.example') as unknown as Location;

beforeEach(() => localStorage.clear());
afterEach(() => {
  document.head.innerHTML = '';
  vi.unstubAllGlobals();
});

it('visited pages are listed newest first, once each, without the name of the shop', () => {
  recordVisit(at('/la/shop/1'), 'Drill | Heuan');
  recordVisit(at('/la/shop?category=2'), 'Paint | Heuan');
  recordVisit(at('/la/shop/1'), 'Drill | Heuan');
  expect(visitedPages()).toEqual([
    { path: '/la/shop/1', title: 'Drill' },
    { path: '/la/shop?category=2', title: 'Paint' },
  ]);
});

it('personal, search and unknown pages are not listed', () => {
  recordVisit(at('/la/account/orders'), 'Orders');
  recordVisit(at('/la/shop?search=paint'), 'paint');
  document.head.innerHTML = '<meta name="robots" content="noindex">';
  recordVisit(at('/la/nowhere'), 'Page not found');
  expect(visitedPages()).toEqual([]);
});

it('visited pages in damaged storage are ignored, and the list ends at 24', () => {
  localStorage.setItem('heuan_seen', '[1, {"path":"javascript:alert(1)","title":"x"}, null]');
  expect(visitedPages()).toEqual([]);
  for (let id = 0; id < 50; id += 1) recordVisit(at(`/la/shop/${id}`), `Product ${id}`);
  expect(visitedPages()).toHaveLength(24);
  expect(visitedPages()[0]?.title).toBe('Product 49');
});

it('clearing removes visited pages and keeps the code', async () => {
  const store = fakeCaches();
  vi.stubGlobal('caches', store.caches);
  for (const kind of ['pages', 'answers', 'images', 'shells', 'assets'] as const) {
    await store.caches.open(cacheName(kind));
  }
  recordVisit(at('/la/shop/1'), 'Drill');
  await clearVisitedPages();
  expect(visitedPages()).toEqual([]);
  expect(await store.caches.keys()).toEqual([cacheName('shells'), cacheName('assets')]);
  vi.stubGlobal('caches', undefined);
  await clearVisitedPages();
});
