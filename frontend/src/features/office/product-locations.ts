import { queryOptions, useQuery } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { Envelope } from '@/shared/api/types';

const PRODUCT_LOCATIONS = '/api/staff/product-locations';
/** Maximum products of one request. */
const MAX_PRODUCTS = 200;

/** Place of goods in the store or warehouse, by product number. Products without one are absent. */
export type Locations = ReadonlyMap<number, string>;

/** Locations of products as the catalog has them now. Orders keep no copy. */
export function locationsQuery(proIds: number[]) {
  const ids = [...new Set(proIds)].sort((a, b) => a - b);
  return queryOptions<Locations>({
    queryKey: [PRODUCT_LOCATIONS, ids.join()],
    queryFn: async ({ signal }) => {
      const locations = new Map<number, string>();
      for (let start = 0; start < ids.length; start += MAX_PRODUCTS) {
        const pro_ids = ids.slice(start, start + MAX_PRODUCTS).join();
        const url = apiUrl(PRODUCT_LOCATIONS, { pro_ids });
        const { data } = await authFetch<Envelope<{ locations: Record<string, string> }>>(url, {
          signal,
        });
        for (const [id, location] of Object.entries(data.locations)) {
          locations.set(Number(id), location);
        }
      }
      return locations;
    },
    enabled: ids.length > 0,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
    // A picking list is printed without locations rather than late.
    retry: false,
    networkMode: 'always',
  });
}

/** Locations of products: `isMissing` if the catalog cannot be reached and none are known. */
export function useLocations(proIds: number[]) {
  const { data, isError, isLoading, refetch } = useQuery(locationsQuery(proIds));
  return {
    locations: data,
    isLoading,
    isMissing: isError && data === undefined,
    retry: () => void refetch(),
  };
}

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares locations in natural order: `A2` is before `A10`, and a product without a location comes last. */
export function compareLocations(one: string, other: string): number {
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  return order.compare(one, other);
}
