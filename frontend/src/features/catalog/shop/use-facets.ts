import { useQuery } from '@tanstack/react-query';
import type { Facets } from '@/shared/api/types';
import { facetsQuery } from '../catalog-queries';
import { filterParams, type ShopSearch, textOf } from './product-list-params';

/**
 * How many products stand behind each choice: a search brings it with its hits, the catalogue says it of any list. The
 * filters do without it where it cannot be had.
 */
export function useFacets(
  search: ShopSearch,
  found: { facets?: Facets | undefined } | undefined,
): Facets | undefined {
  const isSearch = textOf(search) !== undefined;
  const counted = useQuery({ ...facetsQuery(filterParams(search)), enabled: !isSearch });
  return isSearch ? found?.facets : counted.data?.data;
}
