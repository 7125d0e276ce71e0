import { queryOptions } from '@tanstack/react-query';
import { ApiError, getJson } from '@/shared/api/client';
import type { Weather } from '@/shared/api/types';
import { readWeather } from './read-weather';
import { isFresh, readStoredWeather, storeWeather } from './weather-storage';

/** The weather at the branches, from this browser for an hour, else from the shop. */
export function weatherQuery() {
  const kept = readStoredWeather(Date.now());
  return queryOptions<Weather[]>({
    queryKey: ['/api/v1/weather'],
    queryFn: async ({ signal }) => {
      const data = readWeather(await getJson('/api/v1/weather', signal));
      storeWeather(data, Date.now());
      return data;
    },
    // Nonsense stays nonsense; only what did not come may come yet.
    retry: (failures, error) => error instanceof ApiError && failures < 2,
    ...(kept && { initialData: kept.data, initialDataUpdatedAt: kept.timestamp }),
    staleTime: ({ state }) => (state.data ? isFresh(state.data) : 0),
    refetchInterval: ({ state }) => (state.data ? isFresh(state.data) : false),
  });
}
