import { useQuery } from '@tanstack/react-query';
import type { Facets } from '@/shared/api/types';
import { facetsQuery } from '../catalog-queries';
import { filterParams, type ProductListParams, searchTextOf } from './product-list-params';

/**
 * Facet counts: part of a search response, and a request of their own for other lists. Without them the filters show no
 * counts.
 */
export function useFacets(
  search: ProductListParams,
  found: { facets?: Facets | undefined } | undefined,
): Facets | undefined {
  const isSearch = searchTextOf(search) !== undefined;
  const counted = useQuery({ ...facetsQuery(filterParams(search)), enabled: !isSearch });
  return isSearch ? found?.facets : counted.data?.data;
}
