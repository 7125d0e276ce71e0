import { MAX_CHARACTERS, searchText } from '@/domain/search/search-text';
import type {
  ProductFilters,
  ProductQuery,
  ProductSort,
  SearchParams,
  SearchSort,
} from '@/shared/api/types';
import { trimmed } from '@/shared/format/white-space';

export const SORTS: ProductSort[] = [
  'recommended',
  'popular',
  'newest',
  'price_asc',
  'price_desc',
  'discount',
];

/** Sort orders of search results. */
export const SEARCH_SORTS: SearchSort[] = [
  'best',
  'popular',
  'newest',
  'price_asc',
  'price_desc',
  'discount',
];

/** State of the shop page, which is completely in its address. */
export type ProductListParams = Omit<ProductQuery, 'limit'> & {
  /** Search text; the phone's address has it as `q`. */
  search?: string | undefined;
  q?: string | undefined;
  /** List view instead of the grid. */
  view?: 'list' | undefined;
};

const MAX_PAGE = 1_000_000;
const MAX_BRAND_CHARS = 200;

/**
 * Parses the query string by the same rules as the edge. Invalid values become `undefined` instead of being left out,
 * because the router merges this into the raw query.
 */
export function parseProductListParams(raw: Record<string, unknown>): ProductListParams {
  const [min_price, max_price] = inOrder(whole(raw.min_price), whole(raw.max_price));
  return {
    category: id(raw.category),
    group: id(raw.group),
    promotion: id(raw.promotion),
    brand: brand(raw.brand),
    min_price,
    max_price,
    in_stock: flag(raw.in_stock),
    on_sale: flag(raw.on_sale),
    sort: sortOf(raw.sort),
    page: pageNumber(raw.page),
    search: searched(raw.search),
    q: asTyped(raw.q),
    view: parameterText(raw.view) === 'list' ? 'list' : undefined,
  };
}

/** Price bounds; those in the wrong order are swapped. */
function inOrder(min: number | undefined, max: number | undefined) {
  return min !== undefined && max !== undefined && min > max ? [max, min] : [min, max];
}

/** The search text, if there is one. */
export const searchTextOf = ({ search, q }: ProductListParams) => search ?? searched(q);

/** Parameters that the search API takes. Promotions exist only in the catalog API. */
export function searchParams(search: ProductListParams, text: string): SearchParams {
  const { category, group, brand, min_price, max_price, in_stock, on_sale, sort } = search;
  const filters = { category, group, brand, min_price, max_price, in_stock, on_sale };
  return { ...filters, sort: SEARCH_SORTS.find((known) => known === sort), search: text };
}

/** Parameters that filter a list of the catalog API. */
export function filterParams(search: ProductListParams): ProductFilters {
  const { category, group, promotion, brand, min_price, max_price, in_stock, on_sale } = search;
  return { category, group, promotion, brand, min_price, max_price, in_stock, on_sale };
}

/** Parameters that the catalog API takes. Addresses may have others (`utm_source`). */
export function productParams(search: ProductListParams): ProductQuery {
  return { ...filterParams(search), sort: search.sort, page: search.page };
}

/** Sort order of an address, if it is valid. */
export function sortOf(value: unknown): ProductSort | undefined {
  const word = parameterText(value);
  return SORTS.find((sort) => sort === word);
}

/** Id of a path as the edge reads it: `007` is 7. Other texts are unchanged, and are not found. */
export const idOfPath = (segment: string) =>
  /^\d+$/.test(segment) && Number.isSafeInteger(Number(segment))
    ? String(Number(segment))
    : segment;

/** Page number of an address, if it is valid. */
export function pageNumber(value: unknown): number | undefined {
  const number = id(value);
  return number !== undefined && number <= MAX_PAGE ? number : undefined;
}

/** Maximum digits of a number that the edge reads, with its leading zeros. */
const MAX_DIGITS = 40;

function whole(value: unknown): number | undefined {
  const digits = parameterText(value) ?? '';
  const number = Number(digits);
  const isWhole = /^\d+$/.test(digits) && digits.length <= MAX_DIGITS;
  return isWhole && Number.isSafeInteger(number) ? number : undefined;
}

function id(value: unknown): number | undefined {
  return whole(value) || undefined;
}

/** The brand needs a letter or a digit; vowel signs and enclosed letters count. */
function brand(value: unknown): string | undefined {
  const name = parameterText(value);
  if (!name || !/[\p{Alphabetic}\p{N}]/u.test(name) || /\p{Cc}/u.test(name)) return undefined;
  return [...name].length <= MAX_BRAND_CHARS ? name : undefined;
}

/** Search text of an address. A text with a control character is ignored, as at the edge. */
function searched(value: unknown): string | undefined {
  const typed = parameterText(value);
  return typed && !/\p{Cc}/u.test(typed) ? searchText(typed) || undefined : undefined;
}

/** The text of the phone's panel, whose address has it exactly as it was typed. */
function asTyped(value: unknown): string | undefined {
  const text = searched(value);
  const typed = String(value);
  return text === undefined || typed.length > MAX_CHARACTERS ? text : typed;
}

/** Value of a parameter without white space at its ends, if there is one. */
function parameterText(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return trimmed(text) || undefined;
}

function flag(value: unknown): true | undefined {
  return value === true || parameterText(value) === 'true' ? true : undefined;
}
