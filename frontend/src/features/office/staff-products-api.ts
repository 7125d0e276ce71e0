import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AuthRequest, authFetch } from '@/shared/api/auth';
import { ApiError, apiUrl, getQuery } from '@/shared/api/client';
import type { Envelope, Facets, Group } from '@/shared/api/types';
import { productRequestParams, type StaffProductParams } from './staff-product-params';
import type {
  BulkChange,
  BulkResult,
  BulkTarget,
  ChangePage,
  NewProduct,
  ProductEdit,
  StaffProduct,
  StaffProductDetail,
  StaffProductPage,
  StockAdjustment,
  UndoResult,
} from './staff-product-types';

export const STAFF_PRODUCTS = '/api/staff/products';
export const PRODUCT_PAGE_SIZE = 50;
const COUNT_STALE_MS = 30_000;

const always = {
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: 'always',
} as const;

/** One page of the list. While another page loads, the previous one stays. */
export function staffProductsQuery(params: StaffProductParams) {
  const url = apiUrl(STAFF_PRODUCTS, {
    ...productRequestParams(params),
    limit: PRODUCT_PAGE_SIZE,
  });
  return queryOptions<StaffProductPage, Error, StaffProductPage, [string, string]>({
    queryKey: [STAFF_PRODUCTS, url],
    queryFn: ({ signal }) => authFetch<StaffProductPage>(url, { signal }),
    placeholderData: (before) => before,
    ...always,
  });
}

/** Number of products in a view. */
export function productCountQuery(params: StaffProductParams) {
  const url = apiUrl(STAFF_PRODUCTS, { ...params, limit: 1 });
  return queryOptions<number>({
    queryKey: [STAFF_PRODUCTS, 'count', url],
    queryFn: async ({ signal }) => (await authFetch<StaffProductPage>(url, { signal })).total,
    staleTime: COUNT_STALE_MS,
  });
}

export const staffProductKey = (proId: number) => [STAFF_PRODUCTS, 'product', proId] as const;

/** One product with all editable fields. */
export function staffProductQuery(proId: number) {
  return queryOptions<StaffProductDetail>({
    queryKey: staffProductKey(proId),
    queryFn: ({ signal }) => fetchProduct(proId, signal),
    ...always,
  });
}

export const fetchProduct = (proId: number, signal?: AbortSignal) =>
  detail(`${STAFF_PRODUCTS}/${proId}`, signal ? { signal } : {});

export const groupsQuery = getQuery<Envelope<Group[]>>('/api/v1/group');
/** Brands of the products that shoppers see, most products first. */
export const brandsQuery = getQuery<Envelope<Facets>>('/api/v1/facet');

export const fetchChanges = (proId: number, cursor: string) =>
  authFetch<ChangePage>(apiUrl(`${STAFF_PRODUCTS}/${proId}/changes`, { cursor }));

export const patchProduct = (proId: number, version: number, edit: ProductEdit) =>
  detail(`${STAFF_PRODUCTS}/${proId}`, { method: 'PATCH', body: { version, ...edit } });

/** Creates a product with 0 counted units. It is idempotent by `key`. */
export const createProduct = (body: NewProduct, key: string) =>
  detail(STAFF_PRODUCTS, { method: 'POST', body, headers: { 'idempotency-key': key } });

/** Copies a product under another id; the copy is hidden and has no stock. */
export const duplicateProduct = (proId: number, version: number, newProId: number) =>
  detail(`${STAFF_PRODUCTS}/${proId}/duplicate`, {
    method: 'POST',
    body: { version, new_pro_id: newProId },
  });

export const adjustStock = (proId: number, adjustment: StockAdjustment, key: string) =>
  detail(`${STAFF_PRODUCTS}/${proId}/stock`, {
    method: 'POST',
    body: adjustment,
    headers: { 'idempotency-key': key },
  });

export const BULK_CHANGES = `${STAFF_PRODUCTS}/bulk`;

/** Returns the effects that a bulk change would have. */
export const previewChange = (target: BulkTarget, change: BulkChange, signal: AbortSignal) =>
  bulk({ method: 'POST', body: { ...target, change, dry_run: true }, signal });

/** Makes a bulk change. It is refused if it would do anything else than the preview with this id. */
export const changeProducts = (
  target: BulkTarget,
  change: BulkChange,
  previewId: string | null,
  key: string,
) =>
  bulk({
    method: 'POST',
    body: { ...target, change, dry_run: false, ...(previewId && { preview_id: previewId }) },
    headers: { 'idempotency-key': key },
  });

async function bulk(request: AuthRequest): Promise<BulkResult> {
  return (await authFetch<Envelope<BulkResult>>(BULK_CHANGES, request)).data;
}

const LATEST = 5;

/** The latest bulk changes as a whole, also one whose response was lost. */
export function bulkChangesQuery() {
  const url = apiUrl(`${STAFF_PRODUCTS}/changes`, { kind: 'bulk', limit: LATEST });
  return queryOptions<ChangePage>({
    queryKey: [STAFF_PRODUCTS, 'changes', url],
    queryFn: ({ signal }) => authFetch<ChangePage>(url, { signal }),
    ...always,
  });
}

/** Undoes a change, or only what it did to one product. */
export async function undoChange(changeId: string, proId?: number): Promise<UndoResult> {
  const path = `${STAFF_PRODUCTS}/changes/${encodeURIComponent(changeId)}/undo`;
  const body = proId === undefined ? {} : { pro_id: proId };
  return (await authFetch<Envelope<UndoResult>>(path, { method: 'POST', body })).data;
}

async function detail(path: string, request: AuthRequest): Promise<StaffProductDetail> {
  return (await authFetch<Envelope<StaffProductDetail>>(path, request)).data;
}

/** Current product in the error of a request that was refused because of the product's state. */
export function currentProduct(error: unknown): StaffProductDetail | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return (error.details as { product?: StaffProductDetail }).product;
}

export const isProductChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'product_changed';

/** Caches a product from a response, also in the lists that show it, where its row stays until the next load. */
export function cacheProduct(client: QueryClient, product: StaffProductDetail): void {
  client.setQueryData(staffProductKey(product.pro_id), product);
  client.setQueriesData<StaffProductPage>(
    { queryKey: [STAFF_PRODUCTS], predicate: ({ state }) => isPage(state.data) },
    (page) => page && { ...page, data: page.data.map((row) => updatedRow(row, product)) },
  );
  void client.invalidateQueries({ queryKey: [STAFF_PRODUCTS, 'count'] });
}

/** Invalidates all queries of products. */
export const renewProducts = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [STAFF_PRODUCTS] });

const isPage = (data: unknown): data is StaffProductPage =>
  Array.isArray((data as StaffProductPage | undefined)?.data);

function updatedRow(row: StaffProduct, product: StaffProductDetail): StaffProduct {
  if (row.pro_id !== product.pro_id || row.version > product.version) return row;
  const names = Object.keys(row) as (keyof StaffProduct)[];
  return { ...row, ...Object.fromEntries(names.map((name) => [name, product[name]])) };
}
