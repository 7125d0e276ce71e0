import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { branchesQuery } from '@/domain/branches/branches-query';
import { weatherQuery } from '@/features/weather/weather-query';
import { createQueryClient } from '@/shared/api/query-client';

const SECOND = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('over', 'TimeoutError')), ms);
    return limit.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A server that responds with 503 after a delay. */
function slowShop(afterMs: number) {
  const fetch = vi.fn(
    (_url: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        setTimeout(() => resolve(Response.json({}, { status: 503 })), afterMs);
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

/** Runs a query with its own retry rule, as a page does. */
function ask(query: ReturnType<typeof weatherQuery> | typeof branchesQuery) {
  const client = createQueryClient();
  const { retry } = { ...client.getDefaultOptions().queries, ...query };
  const state = { failed: '' };
  client.fetchQuery({ ...query, retry } as typeof branchesQuery).catch((error: Error) => {
    state.failed = error.name;
  });
  return state;
}

it.each([
  ['branches', () => branchesQuery, 15],
  ['weather', weatherQuery, 10],
] as const)('%s with slow 503 responses fail after %s s in total', async (_name, query, limitS) => {
  const fetch = slowShop(6 * SECOND);
  const state = ask(query());
  await vi.advanceTimersByTimeAsync(limitS * SECOND - 1);
  expect(state.failed).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(state.failed).toBe('TimeoutError');
  const sent = fetch.mock.calls.length;
  expect(sent).toBeGreaterThan(1);
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  expect(fetch).toHaveBeenCalledTimes(sent);
});

it.each([
  ['branches', () => branchesQuery],
  ['weather', weatherQuery],
] as const)('%s with a fast 503 response are retried twice', async (_name, query) => {
  const fetch = slowShop(10);
  const state = ask(query());
  await vi.advanceTimersByTimeAsync(1_600);
  expect(state.failed).toBe('ApiError');
  expect(fetch).toHaveBeenCalledTimes(3);
});
