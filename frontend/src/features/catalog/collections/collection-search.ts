import type { ProductSort } from '@/shared/api/types';
import { pageNumber, sortOf } from '../shop/product-list-params';

export type CollectionSearch = {
  sort?: ProductSort | undefined;
  /** First page of the list. */
  page?: number | undefined;
};

/** Parses the query of a collection's address. Invalid values become `undefined`. */
export function parseCollectionSearch(search: Record<string, unknown>): CollectionSearch {
  const sort = sortOf(search.sort);
  return { sort: sort === 'recommended' ? undefined : sort, page: pageNumber(search.page) };
}
