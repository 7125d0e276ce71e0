import type { Column, ColumnChoice, ColumnSet } from '../columns/column-choice';
import type { StaffProductParams } from '../staff-product-params';
import { useViewColumns } from '../views/use-view-columns';
import { productSavedViews } from './product-views';

export type ProductColumn =
  | 'location'
  | 'code'
  | 'brand'
  | 'group'
  | 'unit'
  | 'stock'
  | 'price'
  | 'before'
  | 'vat'
  | 'updated'
  | 'status';

const ALL: Column<ProductColumn>[] = [
  { name: 'location', label: 'office.product.location', width: 112 },
  { name: 'code', label: 'office.product.code', width: 144 },
  { name: 'brand', label: 'office.product.brand', width: 128 },
  { name: 'group', label: 'office.product.group', width: 150 },
  { name: 'unit', label: 'office.product.unit', width: 88 },
  { name: 'stock', label: 'office.product.stock', width: 112, isEnd: true },
  { name: 'price', label: 'office.product.price', width: 136, isEnd: true },
  { name: 'before', label: 'office.product.before', width: 112, isEnd: true },
  { name: 'vat', label: 'office.product.vat', width: 120, isEnd: true },
  { name: 'updated', label: 'office.product.updated', width: 144 },
  { name: 'status', label: 'office.column.status', width: 144 },
];

/** Columns of the product list. The first one is the name. */
export const PRODUCT_COLUMNS: ColumnSet<ProductColumn> = {
  first: 'office.product.product',
  all: ALL,
  defaults: ['group', 'stock', 'price', 'before', 'status'],
};

/** Columns of a list of products: the columns of its saved view, otherwise the columns of this browser. */
export const useProductColumns = (params: StaffProductParams): ColumnChoice<ProductColumn> =>
  useViewColumns(PRODUCT_COLUMNS, productSavedViews, params);
