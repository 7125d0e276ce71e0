import { queryOptions } from '@tanstack/react-query';
import { getJson } from '@/shared/api/client';
import type { Weather } from '@/shared/api/types';
import { withinLimit } from '@/shared/api/within-limit';
import { readWeather } from './read-weather';
import { maxAgeMs, readStoredWeather, storeWeather } from './weather-storage';

const TIMEOUT_MS = 10_000;

/** Weather at the branches: from storage for an hour, otherwise from the server within 10 s. */
export function weatherQuery() {
  const kept = readStoredWeather(Date.now());
  return queryOptions<Weather[]>({
    queryKey: ['/api/v1/weather'],
    queryFn: async ({ signal }) => {
      const data = await withinLimit(TIMEOUT_MS, signal, async (limited) =>
        readWeather(await getJson('/api/v1/weather', limited)),
      );
      storeWeather(data, Date.now());
      return data;
    },
    retry: false,
    ...(kept && { initialData: kept.data, initialDataUpdatedAt: kept.timestamp }),
    staleTime: ({ state }) => (state.data ? maxAgeMs(state.data) : 0),
    refetchInterval: ({ state }) => (state.data ? maxAgeMs(state.data) : false),
  });
}
