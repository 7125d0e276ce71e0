import type { Column, ColumnChoice, ColumnSet } from '../columns/column-choice';
import { isSameOrder, knownColumns } from '../columns/column-choice';
import { setBrowserColumns, useBrowserColumns } from '../columns/column-store';

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

/** Columns of the product list as chosen in this browser. */
export function useProductColumns(): ColumnChoice<ProductColumn> {
  const shown = knownColumns(PRODUCT_COLUMNS, useBrowserColumns('products'));
  return {
    shown,
    isDefault: isSameOrder(shown, PRODUCT_COLUMNS.defaults),
    view: undefined,
    choose: (names) => setBrowserColumns('products', names),
    reset: () => setBrowserColumns('products', undefined),
  };
}

export const productColumnsOf = (shown: ProductColumn[]): Column<ProductColumn>[] =>
  shown.flatMap((name) => ALL.find((column) => column.name === name) ?? []);
