// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { getJson } from '@/shared/api/client';
import { useNow } from './use-now';

const NOW = Date.parse('2026-11-21T08:00:00+07:00');
const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([HOUR, -HOUR])(
  'page on a device whose clock is off by %i ms shows the shop’s time from the next response on',
  async (error) => {
    vi.useFakeTimers({ now: NOW + error });
    const { result } = renderHook(() => useNow(HOUR));
    vi.stubGlobal('fetch', async () =>
      Response.json({}, { headers: { date: new Date(NOW).toUTCString() } }),
    );
    await act(() => getJson('/api/v1/branch'));
    expect(result.current).toBe(NOW);
  },
);
