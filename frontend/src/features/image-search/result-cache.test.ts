import { expect, it, vi } from 'vitest';
import { createResultCache, imageHash } from './result-cache';

const MINUTE = 60_000;
const answer = (message: string) => ({ results: [], message });

it('result is cached for ten minutes', () => {
  let now = 0;
  const cache = createResultCache(() => now);
  cache.set('a', answer('first'));
  now = 10 * MINUTE - 1;
  expect(cache.get('a')).toEqual(answer('first'));
  now = 10 * MINUTE;
  expect(cache.get('a')).toBeUndefined();
});

it('full cache of fifty drops the oldest result', () => {
  const cache = createResultCache(() => 0);
  for (let index = 0; index < 51; index += 1) cache.set(String(index), answer(String(index)));
  expect(cache.get('0')).toBeUndefined();
  expect(cache.get('1')).toEqual(answer('1'));
  expect(cache.get('50')).toEqual(answer('50'));
  cache.set('1', answer('again'));
  cache.set('51', answer('51'));
  expect(cache.get('1')).toEqual(answer('again'));
  expect(cache.get('2')).toBeUndefined();
});

it('cache key: content of the image and number of results', async () => {
  const one = await imageHash(new Blob(['one']), 20);
  expect(await imageHash(new Blob(['one']), 20)).toBe(one);
  expect(await imageHash(new Blob(['two']), 20)).not.toBe(one);
  expect(await imageHash(new Blob(['one']), 25)).not.toBe(one);
});

it('image without hashes in the browser has no cache key', async () => {
  vi.stubGlobal('crypto', {});
  expect(await imageHash(new Blob(['one']), 20)).toBeUndefined();
  vi.unstubAllGlobals();
});
