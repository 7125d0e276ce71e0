import { useNavigate } from '@tanstack/react-router';
import { oneOf } from '../address-values';
import type { ColumnChoice } from '../columns/column-choice';
import { useDataGrid } from '../grid/use-data-grid';
import { useRowKeys } from '../grid/use-row-keys';
import { useShortcuts } from '../shell/use-shortcuts';
import { PRODUCT_SORTS, type StaffProductParams } from '../staff-product-params';
import type { StaffProduct, StaffProductPage } from '../staff-product-types';
import type { ProductColumn } from './product-columns';
import { PRODUCT_GRID } from './product-grid';
import { useOpenCells } from './use-open-cells';

const NO_PRODUCTS: StaffProduct[] = [];
const DEFAULT_LOW = 5;
const productIdOf = ({ pro_id }: StaffProduct) => String(pro_id);

type ProductGridOptions = {
  params: StaffProductParams;
  page: StaffProductPage | undefined;
  columns: ColumnChoice<ProductColumn>;
  onChange: (change: StaffProductParams) => void;
};

/** Grid of the product list, its current row, and the keys that move it and open its cells. */
export function useProductGrid({ params, page, columns, onChange }: ProductGridOptions) {
  const navigate = useNavigate();
  const cells = useOpenCells();
  const grid = useDataGrid({
    columns: PRODUCT_GRID,
    rows: page?.data ?? NO_PRODUCTS,
    idOf: productIdOf,
    shown: columns.shown,
    sort: params.sort,
    onSort: (sort) => onChange({ sort: oneOf(PRODUCT_SORTS, sort) }),
    meta: { low: page?.low_stock ?? DEFAULT_LOW, cells },
  });
  const currentId = useRowKeys({
    table: grid,
    attribute: 'data-product',
    onOpen: (proId) => void navigate({ to: '/staff/products/$proId', params: { proId } }),
  });
  useShortcuts({
    e: () => currentId !== undefined && cells.set(currentId, 'price', true),
    'Shift e': () => currentId !== undefined && cells.set(currentId, 'stock', true),
  });
  return { grid, currentId };
}
