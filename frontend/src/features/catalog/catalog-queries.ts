import { getListQuery, getQuery } from '@/shared/api/client';
import type {
  Collection,
  CollectionPage,
  Envelope,
  Facets,
  Group,
  Paged,
  Product,
  ProductDetail,
  ProductFilters,
  ProductQuery,
  ProductSort,
  Promotion,
} from '@/shared/api/types';

/** Products on one page of a list: full rows in two, three and four columns. The API has the same default. */
export const PAGE_SIZE = 24;
/** Number of products on one page of the category menu. */
export const MENU_PAGE_SIZE = 10;

export const productsQuery = (params: ProductQuery = {}) =>
  getListQuery<Paged<Product>>('/api/v1/product', {
    ...params,
    limit: params.limit ?? PAGE_SIZE,
    page: params.page ?? 1,
  });

/** Facets of a product list: the number of products for each value of a filter. */
export const facetsQuery = (filters: ProductFilters = {}) =>
  getListQuery<Envelope<Facets>>('/api/v1/facet', filters);

export const productQuery = (id: string) =>
  getQuery<Envelope<ProductDetail>>(`/api/v1/product/${encodeURIComponent(id)}`);

export const relatedQuery = (id: string) =>
  getQuery<Envelope<Product[]>>(`/api/v1/product/${encodeURIComponent(id)}/related`, { limit: 10 });

/** Groups of one category, or all of them. */
export const groupsQuery = (categoryId?: number) =>
  getQuery<Envelope<Group[]>>('/api/v1/group', { cat_id: categoryId });

export const collectionsQuery = getQuery<Envelope<Collection[]>>('/api/v1/collection');

export const collectionQuery = (
  name: string,
  { sort, page = 1 }: { sort?: ProductSort | undefined; page?: number | undefined } = {},
) =>
  getListQuery<CollectionPage>(`/api/v1/collection/${encodeURIComponent(name)}`, {
    limit: PAGE_SIZE,
    page,
    sort,
  });

/** Running promotions, for the names in the product list. The promotion pages use the same query. */
export const runningPromotionsQuery = getQuery<Envelope<Promotion[]>>('/api/v1/promotion');
