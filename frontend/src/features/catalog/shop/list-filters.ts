import { type ProductListParams, searchTextOf } from './product-list-params';

/** Filters of the list, in the order of their chips. A price range is one filter. */
export const FILTERS = [
  'promotion',
  'category',
  'group',
  'brand',
  'price',
  'in_stock',
  'on_sale',
] as const;
export type Filter = (typeof FILTERS)[number];

const FIELDS: Record<Filter, (keyof ProductListParams)[]> = {
  promotion: ['promotion'],
  category: ['category', 'group'],
  group: ['group'],
  brand: ['brand'],
  price: ['min_price', 'max_price'],
  in_stock: ['in_stock'],
  on_sale: ['on_sale'],
};

/** Changes filters and goes back to the first page. Changing the category removes the group. */
export function withFilters(
  search: ProductListParams,
  change: Partial<ProductListParams>,
): ProductListParams {
  const next: ProductListParams = { ...search, page: undefined, ...change };
  if (change.category !== search.category && 'category' in change && !change.group) {
    next.group = undefined;
  }
  return compact(next);
}

export function withoutFilter(search: ProductListParams, filter: Filter): ProductListParams {
  const gone = Object.fromEntries(FIELDS[filter].map((field) => [field, undefined]));
  return withFilters(search, gone);
}

/** Removes all filters except the category and group that the page is about. */
export function withoutNarrowing(search: ProductListParams): ProductListParams {
  const { category, group } = search;
  const kept = searchTextOf(search) === undefined ? { category, group } : {};
  return compact({ ...withoutFilters(search), ...kept });
}

/** Removes all filters; search text, sort order and view stay. */
export function withoutFilters({ search, q, sort, view }: ProductListParams): ProductListParams {
  return compact({ search, q, sort, view });
}

/** Active filters besides the category and group that the page is about. */
export function activeNarrowing(search: ProductListParams): Filter[] {
  const isAboutCategory = searchTextOf(search) === undefined;
  return activeFilters(search).filter(
    (filter) => !isAboutCategory || (filter !== 'category' && filter !== 'group'),
  );
}

/** Active filters. A group implies its category, so the category is left out. */
export function activeFilters(search: ProductListParams): Filter[] {
  return FILTERS.filter((filter) => {
    // The search API has no promotions.
    if (filter === 'promotion' && searchTextOf(search) !== undefined) return false;
    if (filter === 'category') return search.category !== undefined && search.group === undefined;
    return FIELDS[filter].some((field) => search[field] !== undefined);
  });
}

function compact(search: ProductListParams): ProductListParams {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
