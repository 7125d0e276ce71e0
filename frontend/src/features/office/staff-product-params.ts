import { oneOf, text, whole } from './address-values';
import type { BulkFilter } from './staff-product-types';

export const PRODUCT_SORTS = [
  'updated',
  'newest',
  'price_asc',
  'price_desc',
  'stock_asc',
  'stock_desc',
] as const;
export type StaffProductSort = (typeof PRODUCT_SORTS)[number];

export const STOCK_FILTERS = ['in', 'low', 'out', 'uncounted'] as const;
export type StockFilter = (typeof STOCK_FILTERS)[number];
export const VISIBILITIES = ['visible', 'hidden', 'scheduled'] as const;
export type VisibilityFilter = (typeof VISIBILITIES)[number];

/** Query parameters of the product list. Unset ones are left out. */
export type StaffProductParams = {
  search?: string;
  category?: number;
  group?: number;
  brand?: string;
  stock?: StockFilter;
  visibility?: VisibilityFilter;
  sort?: StaffProductSort;
  cursor?: string;
  /** Page number, only for display; the cursor decides which products are shown. */
  page?: number;
};

export const PRODUCT_FILTER_NAMES = ['category', 'group', 'brand', 'stock', 'visibility'] as const;
export type ProductFilterName = (typeof PRODUCT_FILTER_NAMES)[number];

const MAX_SEARCH_BYTES = 200;
const MAX_BRAND_LENGTH = 200;
const MAX_CURSOR_LENGTH = 500;

/** Parses the query; invalid values are left out, so that every link opens a list. */
export function parseStaffProductParams(query: Record<string, unknown>): StaffProductParams {
  const params: StaffProductParams = {
    search: searchText(query.search),
    category: whole(query.category, 1),
    group: whole(query.group, 1),
    brand: brandName(query.brand),
    stock: oneOf(STOCK_FILTERS, query.stock),
    visibility: oneOf(VISIBILITIES, query.visibility),
    sort: oneOf(PRODUCT_SORTS, query.sort),
    cursor: text(query.cursor, MAX_CURSOR_LENGTH),
    page: whole(query.page, 2),
  };
  // With a search, the default sort order is best match first.
  if (params.sort === 'updated' && !params.search) params.sort = undefined;
  if (!params.cursor) params.page = undefined;
  return params;
}

/** Parameters of the API request. */
export function productRequestParams({ page: _, ...params }: StaffProductParams) {
  return params;
}

/**
 * Changes search, filter or sort order and goes back to the first page. Changing the category removes a group of
 * another one.
 */
export function withProductChange(
  params: StaffProductParams,
  change: StaffProductParams,
): StaffProductParams {
  const next = { ...params, cursor: undefined, page: undefined, ...change };
  if ('category' in change && !('group' in change)) next.group = undefined;
  return parseStaffProductParams(next);
}

export const productFilterCount = (params: StaffProductParams): number =>
  PRODUCT_FILTER_NAMES.filter((name) => params[name] !== undefined).length;

export const withoutProductFilters = (params: StaffProductParams): StaffProductParams =>
  withProductChange(params, {
    category: undefined,
    group: undefined,
    brand: undefined,
    stock: undefined,
    visibility: undefined,
  });

const BULK_NAMES = [...PRODUCT_FILTER_NAMES, 'search'] as const;

/**
 * Search and filters in the form of a bulk change. Without any, the filter explicitly names all products of
 * the shop.
 */
export function bulkFilterOf(params: StaffProductParams): BulkFilter {
  const set = BULK_NAMES.filter((name) => params[name] !== undefined);
  if (set.length === 0) return { all: true };
  return Object.fromEntries(set.map((name) => [name, params[name]]));
}

/** Search text. The router parses a text of digits as a number. */
function searchText(value: unknown): string | undefined {
  const search = typeof value === 'number' ? String(value) : value;
  if (typeof search !== 'string') return undefined;
  const trimmed = search.trim();
  const bytes = new TextEncoder().encode(trimmed).length;
  return trimmed !== '' && bytes <= MAX_SEARCH_BYTES ? trimmed : undefined;
}

const brandName = (value: unknown) =>
  text(typeof value === 'number' ? String(value) : value, MAX_BRAND_LENGTH)?.trim() || undefined;
