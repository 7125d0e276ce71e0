import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/api/query-client';
import { isOpenAt } from '@/shared/format/shop-clock';
import { type Branch, coordinatesOf, readBranches } from './branch';
import { distanceKm, formatKm } from './branch-distance';
import { directionsLink, mapLink } from './branch-links';
import { branchesQuery } from './branches-query';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const HQ = { b_id: 1, b_name: 'ສຳນັກງານໃຫຍ່', lat: 17.98, lng: 102.63 };
const mapped = (given: Partial<Branch>) => readBranches([given])[0] as Branch;

describe('branches response', () => {
  it.each([
    ['an array', [HQ]],
    ['an object with one array', { branches: [HQ], count: 1 }],
    ['success and a list', { success: true, data: [HQ] }],
  ])('is read from %s', (_name, body) => {
    expect(readBranches(body)).toMatchObject([HQ]);
  });

  it.each([[null], ['text'], [{}], [{ a: [], b: [] }], [7]])('is invalid: %j', (body) => {
    expect(() => readBranches(body)).toThrow(TypeError);
  });

  it('is read with numbers as text and missing fields', () => {
    const [branch] = readBranches([{ b_id: '4', lat: '19.88', lng: '' }, null]);
    expect(branch).toMatchObject({ b_id: 4, lat: 19.88, lng: null, b_f_phone: '', open: '' });
  });
});

describe('coordinates', () => {
  it.each([
    [17.98, 102.63, true],
    [90, -180, true],
    [-90.1, 102, false],
    [17, 180.1, false],
    [0, 102, false],
    [17, 0, false],
    [null, 102, false],
    [Number.NaN, 102, false],
  ])('%d, %d: %s', (lat, lng, isValid) => {
    expect(coordinatesOf({ lat, lng }) !== undefined).toBe(isValid);
  });
});

it('location is read from the map link', () => {
  expect(mapped({ b_map: '17.9631, 102.6144' })).toMatchObject({ lat: 17.9631, lng: 102.6144 });
  expect(mapped({ b_map: 'https://maps.example/17.9,102.6' })).toMatchObject({ lat: null });
  expect(mapped({ b_map: '1.2.3, 4', lat: 18, lng: 102 })).toMatchObject({ lat: 18, lng: 102 });
});

it('directions need a location or a map link', () => {
  expect(mapLink({ lat: 17.98, lng: 102.63 })).toBe(
    'https://www.openstreetmap.org/?mlat=17.98&mlon=102.63#map=16/17.98/102.63',
  );
  expect(mapLink({ lat: null, lng: 102.63 })).toBeUndefined();
  expect(directionsLink(mapped(HQ))).toMatch(/destination=17\.98,102\.63$/);
  expect(directionsLink(mapped({ b_map: 'https://maps.example/x' }))).toBe(
    'https://maps.example/x',
  );
  expect(directionsLink(mapped({ b_map: 'javascript:alert(1)' }))).toBeUndefined();
});

describe('opening hours', () => {
  const at = (time: string) => Date.parse(`2026-11-21T${time}:00+07:00`);
  it.each([
    ['', '', '07:59', false],
    ['', '', '08:00', true],
    ['', '', '17:59', true],
    ['', '', '18:00', false],
    ['09:30', '12:00', '09:29', false],
    ['09:30', '12:00', '09:30', true],
    ['9:30', '20:00', '19:59', true],
    ['soon', 'late', '12:00', true],
    ['18:00', '02:00', '01:00', true],
  ])('from "%s" to "%s" at %s: %s', (open, close, time, isOpen) => {
    expect(isOpenAt({ opens: open, closes: close }, at(time))).toBe(isOpen);
  });
});

it('distance between points is the straight line', () => {
  const [vientiane, luangPrabang] = [
    { lat: 17.98, lng: 102.63 },
    { lat: 19.88, lng: 102.14 },
  ];
  expect(distanceKm(vientiane, luangPrabang)).toBeCloseTo(217.4, 0);
  expect(distanceKm(vientiane, vientiane)).toBe(0);
  expect([0.04, 1.24, 9.94, 9.96, 213.6].map(formatKm)).toEqual(['0.0', '1.2', '9.9', '10', '214']);
});

describe('branches query', () => {
  const ask = () =>
    (branchesQuery.queryFn as (context: { signal: AbortSignal }) => Promise<unknown>)({
      signal: new AbortController().signal,
    });

  it('bypasses the cache and times out after 15 s', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json([HQ]));
    vi.stubGlobal('fetch', fetch);
    await ask();
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-store' });
    expect(timeout).toHaveBeenCalledWith(15_000);
  });

  it('is not retried after a timeout: 15 s are the whole wait', async () => {
    const fetch = vi.fn((_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason));
    vi.stubGlobal('fetch', fetch);
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(
      AbortSignal.abort(new DOMException('15 s', 'TimeoutError')),
    );
    const failed = await createQueryClient()
      .fetchQuery(branchesQuery)
      .catch((error: Error) => error.name);
    expect(failed).toBe('TimeoutError');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('reports the status of an error response', async () => {
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 502 }));
    vi.useFakeTimers();
    const refused = expect(ask()).rejects.toMatchObject({ status: 502 });
    await vi.advanceTimersByTimeAsync(1_500);
    await refused;
    vi.useRealTimers();
  });
});
