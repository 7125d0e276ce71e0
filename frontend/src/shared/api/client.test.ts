import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, apiUrl, getJson } from './client';
import { shopNow, syncShopTime } from './shop-time';

describe('apiUrl', () => {
  it.each([
    ['sorts by name', { sort: 'newest', page: 1, limit: 10 }, '/p?limit=10&page=1&sort=newest'],
    [
      'leaves out what is empty',
      { a: undefined, b: null, c: '', d: 0, e: false },
      '/p?d=0&e=false',
    ],
    ['writes form encoding', { brand: 'A & B', q: 'ສີ' }, '/p?brand=A+%26+B&q=%E0%BA%AA%E0%BA%B5'],
    ['has no question mark without parameters', {}, '/p'],
  ])('%s', (_name, params, url) => {
    expect(apiUrl('/p', params)).toBe(url);
  });
});

describe('getJson', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('returns the whole body', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [1] }));
    await expect(getJson('/p')).resolves.toEqual({ success: true, data: [1] });
  });

  it('turns a problem document into a typed error', async () => {
    const problem = {
      code: 'invalid_argument',
      message: 'bad page',
      field: 'page',
      request_id: 'r1',
    };
    vi.stubGlobal('fetch', async () => Response.json(problem, { status: 400 }));
    await expect(getJson('/p')).rejects.toMatchObject({
      status: 400,
      code: 'invalid_argument',
      message: 'bad page',
      field: 'page',
      requestId: 'r1',
    });
  });

  it('throws a typed error for a response without a body', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 404 }));
    await expect(getJson('/p')).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it.each([
    [4_000, 3_600_000],
    [6_000, 0],
  ])('response after %i ms moves the clock by %i ms', async (took, offset) => {
    const now = Date.parse('2026-11-21T08:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now });
    const sent = (ms: number) => ({ headers: { date: new Date(ms).toUTCString() } });
    syncShopTime(new Response('', sent(now)), true);
    vi.stubGlobal('fetch', async () => {
      vi.setSystemTime(now + took);
      return Response.json({}, sent(now + took + 3_600_000));
    });
    await getJson('/p');
    expect(shopNow()).toBe(now + took + offset);
    vi.useRealTimers();
  });

  it('throws offline without a response', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('failed');
    });
    const error = await getJson('/p').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, code: 'offline' });
  });
});
