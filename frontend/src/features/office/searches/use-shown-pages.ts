import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Number of pages that a list shows, from the address, and the function that changes it there. */
export type ShownPages = { pages: number; onPages: (pages: number) => void };

type List = Pick<
  UseInfiniteQueryResult<{ pages: unknown[] }>,
  'data' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** Loads the pages of a list that the address names, one after another. Returns a function that shows one more. */
export function useShownPages(list: List, { pages, onPages }: ShownPages): () => void {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const loaded = data?.pages.length ?? 0;
  const isNextDue = loaded > 0 && loaded < pages && hasNextPage;
  useEffect(() => {
    // After a failure the user asks again.
    if (isNextDue && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNextDue, isFetching, isFetchNextPageError, fetchNextPage]);
  return () => {
    onPages(loaded + 1);
    void fetchNextPage();
  };
}
