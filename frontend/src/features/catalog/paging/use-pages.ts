import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { getQuery } from '@/shared/api/client';
import type { Paged, Product } from '@/shared/api/types';
import { PAGE_SIZE } from '../catalog-queries';
import { isComplete, productsOf } from './loaded-pages';

type PageQuery<T extends Paged<Product>> = (page: number) => ReturnType<typeof getQuery<T>>;

export type Pages = {
  products: Product[];
  /** Number of products on the pages before the first. */
  before: number;
  total: number | undefined;
  /** Number of loaded pages. */
  count: number;
  /** `waiting` for the first page, `ready` to load the next, `loading` it, `failed`, or `complete`. */
  state: 'waiting' | 'ready' | 'loading' | 'failed' | 'complete';
  error: unknown;
  loadMore: () => void;
  retry: () => void;
};

/**
 * Number of pages that each list had when it was left, so that returning to it restores products and scroll position.
 */
const reached = new Map<string, number>();

/** Infinite list from page `first` on. Each page is cached under its own address, as the edge seeds it. */
export function usePages<T extends Paged<Product>>(pageQuery: PageQuery<T>, first = 1): Pages {
  const list = String(pageQuery(first).queryKey);
  const before = (first - 1) * PAGE_SIZE;
  const [requested, setRequested] = useState({ list, count: reached.get(list) ?? 1 });
  const count = requested.list === list ? requested.count : (reached.get(list) ?? 1);
  const results = useQueries({
    queries: Array.from({ length: count }, (_, index) => ({
      ...pageQuery(first + index),
      placeholderData: undefined,
    })),
  });

  const failed = results.find(({ data, isError }) => isError && !data);
  const missing = results.findIndex(({ data }) => !data);
  const pages = results
    .slice(0, missing === -1 ? undefined : missing)
    .flatMap(({ data }) => data ?? []);
  const state = stateOf();

  function stateOf(): Pages['state'] {
    if (failed) return 'failed';
    if (pages.length === 0) return 'waiting';
    if (isComplete(pages, before)) return 'complete';
    return pages.length < count ? 'loading' : 'ready';
  }

  return {
    products: productsOf(pages),
    before,
    total: pages.at(-1)?.total,
    count,
    state,
    error: failed?.error,
    loadMore: () => {
      if (state !== 'ready') return;
      reached.set(list, count + 1);
      setRequested({ list, count: count + 1 });
    },
    retry: () => void failed?.refetch(),
  };
}
