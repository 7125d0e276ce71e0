import { useQueries, useQuery } from '@tanstack/react-query';
import type { Product } from '@/shared/api/types';
import { type PageRange, pagesOf } from './list-paging';
import { listQuery } from './list-query';
import type { ProductListParams } from './product-list-params';

export type ProductPages = ReturnType<typeof useProductPages>;

/**
 * The pages of the list, as one list. The first page of a changed list keeps the former answer until the new one is
 * here (`isFormer`); later pages come one by one.
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
    /** Counts of the filters, and what was searched for in place of the text: only where a text is searched for. */
    facets: first.data?.facets,
    corrected: isFormer ? undefined : first.data?.corrected,
    isFormer,
    isPending: first.isPending,
    /** The list cannot be shown at all. */
    error: first.data ? null : first.error,
    isLoadingMore: !isFormer && later.some((page) => page.isPending),
    isMoreFailed: failed.length > 0,
    isLastEmpty: pages.at(-1)?.data?.data.length === 0,
    retry: () => {
      for (const page of first.isError ? [first] : failed) void page.refetch();
    },
  };
}

/** A product that moved to the next page between two answers stands in the list once. */
function unique(products: Product[]): Product[] {
  return [...new Map(products.map((product) => [product.pro_id, product])).values()];
}
