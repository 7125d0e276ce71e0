import type { ProductSort } from '@/shared/api/types';
import { pageNumber, SORTS } from '../shop/product-list-params';

export type CollectionSearch = {
  sort?: ProductSort | undefined;
  /** Where the list begins. */
  page?: number | undefined;
};

/** Reads the question part of a collection's address; what makes no sense is given as `undefined`. */
export function parseCollectionSearch(search: Record<string, unknown>): CollectionSearch {
  const sort = SORTS.find((known) => known === search.sort);
  return { sort: sort === 'recommended' ? undefined : sort, page: pageNumber(search.page) };
}
