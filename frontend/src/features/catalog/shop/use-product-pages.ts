import { useQueries, useQuery } from '@tanstack/react-query';
import type { Product } from '@/shared/api/types';
import { type PageRange, pagesOf } from './list-paging';
import { listQuery } from './list-query';
import type { ProductListParams } from './product-list-params';

export type ProductPages = ReturnType<typeof useProductPages>;

/**
 * Products of all loaded pages as one list. The first page of a changed list keeps the previous response until the new
 * one arrives (`isFormer`); later pages are appended.
 */
export function useProductPages(search: ProductListParams, range: PageRange) {
  const first = useQuery(listQuery(search, range.first));
  const later = useQueries({
    queries: pagesOf(range)
      .slice(1)
      .map((page) => listQuery(search, page)),
  });
  const isFormer = first.isPlaceholderData;
  const pages = isFormer ? [first] : [first, ...later];
  const failed = later.filter((page) => page.isError);
  return {
    products: unique(pages.flatMap((page) => page.data?.data ?? [])),
    total: first.data?.total ?? 0,
    /** Facet counts and the corrected text; only for searches. */
    facets: first.data?.facets,
    corrected: isFormer ? undefined : first.data?.corrected,
    isFormer,
    isPending: first.isPending,
    /** Error of the first page, without which nothing can be shown. */
    error: first.data ? null : first.error,
    isLoadingMore: !isFormer && later.some((page) => page.isPending),
    isMoreFailed: failed.length > 0,
    isLastEmpty: pages.at(-1)?.data?.data.length === 0,
    retry: () => {
      for (const page of first.isError ? [first] : failed) void page.refetch();
    },
  };
}

/** Removes duplicates: a product may move to the next page between two responses. */
function unique(products: Product[]): Product[] {
  return [...new Map(products.map((product) => [product.pro_id, product])).values()];
}
