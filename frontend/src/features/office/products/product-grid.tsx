import { type GridColumn, type GridRow, gridMeta } from '../grid/grid-features';
import { SelectAll, SelectRow } from '../grid/SelectionBoxes';
import type { StaffProduct } from '../staff-product-types';
import { PRODUCT_CELLS, type ProductGridMeta, ProductNameCell } from './product-cells';
import { PRODUCT_COLUMNS, type ProductColumn } from './product-columns';
import { useProductTexts } from './use-product-texts';

type ProductGridColumn = GridColumn<StaffProduct, ProductGridMeta>;

/** Sort orders of the columns that have them. */
const SORTS: Partial<Record<ProductColumn, { down: string; up: string }>> = {
  stock: { down: 'stock_desc', up: 'stock_asc' },
  price: { down: 'price_desc', up: 'price_asc' },
};

/** Columns that the usual choice leaves out where room is short. */
const CLASSES: Partial<Record<ProductColumn, string>> = {
  group: 'o-col-group',
  before: 'o-col-before',
};

/**
 * Columns of the table of products, sortable by stock and price. The name takes the remaining
 * width.
 */
export const PRODUCT_GRID: ProductGridColumn[] = [
  {
    id: 'select',
    enableHiding: false,
    meta: { width: 48 },
    header: SelectAll,
    cell: SelectProduct,
  },
  {
    id: 'product',
    enableHiding: false,
    meta: { label: PRODUCT_COLUMNS.first, minWidth: 260 },
    cell: ({ row }) => <ProductNameCell product={row.original} />,
  },
  ...PRODUCT_COLUMNS.all.map(
    ({ name, ...meta }): ProductGridColumn => ({
      id: name,
      meta: { ...meta, sort: SORTS[name], className: CLASSES[name] },
      cell: ({ row, table }) => {
        const Cell = PRODUCT_CELLS[name];
        return <Cell product={row.original} {...gridMeta(table)} />;
      },
    }),
  ),
];

function SelectProduct({ row }: { row: GridRow<StaffProduct, ProductGridMeta> }) {
  const { nameOf } = useProductTexts();
  return <SelectRow row={row} name={nameOf(row.original)} />;
}
