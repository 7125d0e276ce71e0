import { useQuery } from '@tanstack/react-query';
import type { Facets } from '@/shared/api/types';
import { facetsQuery } from '../catalog-queries';
import { filterParams, type ProductListParams, searchTextOf } from './product-list-params';

/**
 * Facet counts: a search response includes them, and the catalog API returns them for any list. The
 * filters do without it where it cannot be had.
 */
export function useFacets(
  search: ProductListParams,
  found: { facets?: Facets | undefined } | undefined,
): Facets | undefined {
  const isSearch = searchTextOf(search) !== undefined;
  const counted = useQuery({ ...facetsQuery(filterParams(search)), enabled: !isSearch });
  return isSearch ? found?.facets : counted.data?.data;
}
