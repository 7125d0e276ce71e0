import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/api/query-client';
import { weatherQuery } from './weather-query';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const fetched = async () => {
  const query = weatherQuery();
  const failed = await createQueryClient()
    .fetchQuery(query)
    .catch((error: Error) => error);
  return failed instanceof Error ? failed.name : failed;
};

it('weather request without a response is not retried and times out after 10 s', async () => {
  const fetch = vi.fn((_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason));
  vi.stubGlobal('fetch', fetch);
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('10 s', 'TimeoutError')));
  expect(await fetched()).toBe('TimeoutError');
  expect(timeout).toHaveBeenCalledWith(10_000);
  expect(fetch).toHaveBeenCalledTimes(1);
});
