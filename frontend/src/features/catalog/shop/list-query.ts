import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchQuery } from '@/domain/search/search-queries';
import type { ApiError } from '@/shared/api/client';
import type { Facets, Paged, Product, SearchResults } from '@/shared/api/types';
import { PAGE_SIZE, productsQuery } from '../catalog-queries';
import {
  type ProductListParams,
  productParams,
  searchParams,
  searchTextOf,
} from './product-list-params';

type ListResponse = Paged<Product> | SearchResults;

/** One page of the list, from the catalog or from search. */
export type ListPage = {
  data: Product[];
  total: number;
  facets?: Facets;
  corrected?: string;
};

/** Query for one page of the list in the address. The cache holds the unchanged response, as the edge seeds it. */
export function listQuery(search: ProductListParams, page: number) {
  const text = searchTextOf(search);
  const { queryKey, queryFn } = text
    ? searchQuery({ ...searchParams(search, text), limit: PAGE_SIZE, page })
    : productsQuery({ ...productParams(search), page });
  return {
    ...queryOptions<ListResponse, ApiError, ListPage, [string]>({
      queryKey,
      queryFn: queryFn as () => Promise<ListResponse>,
      select: toPage,
    }),
    placeholderData: keepPreviousData,
  };
}

function toPage(answer: ListResponse): ListPage {
  if (!('products' in answer)) return answer;
  const { products, total, facets, corrected } = answer;
  return { data: products, total, facets, ...(corrected && { corrected }) };
}
