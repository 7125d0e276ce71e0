import {
  type Cell,
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  type Header,
  type ReactTable,
  type Row,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  type Table,
  tableFeatures,
} from '@tanstack/react-table';
import type { MessageKey } from '@/shared/i18n/load-messages';

/** Properties of a grid column beside the definition of TanStack Table. */
export type GridColumnMeta = {
  /** Text of the header; a column without one defines its `header`. */
  label?: MessageKey | undefined;
  /** Pixels of the column. A column without a width takes the remaining width. */
  width?: number | undefined;
  /** Pixels that a column without a width needs. */
  minWidth?: number | undefined;
  /** Whether the content is aligned at the end, as amounts are. */
  isEnd?: boolean | undefined;
  /** Whether the cells are headers of their rows. */
  isRowHeader?: boolean | undefined;
  /** Class of the header, the cells and the whole column. */
  className?: string | undefined;
  cellClassName?: string | undefined;
  /** Values of the sort order; without `up`, the column is always sorted and has no button; without `down`, it is only sorted up. */
  sort?: { down?: string; up?: string } | undefined;
};

/**
 * Features of a grid. The server sorts and pages, so there are no row models for sorting and
 * paging.
 */
const FEATURES = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

/** Features with the types of the metadata, which exist at compile time only. */
export type GridFeatures<Meta extends object> = typeof FEATURES & {
  columnMeta: GridColumnMeta;
  tableMeta: Meta;
};

export const gridFeatures = <Meta extends object>() => FEATURES as GridFeatures<Meta>;

/**
 * Definition of a column. `Meta` is the type of the grid's metadata: state of the page that cells read as
 * `table.options.meta`. Definitions are constants, because a new `cell` function mounts its cells again.
 */
export type GridColumn<Item extends RowData, Meta extends object = object> = ColumnDef<
  GridFeatures<Meta>,
  Item
>;
export type GridTable<Item extends RowData, Meta extends object = object> = ReactTable<
  GridFeatures<Meta>,
  Item
>;
export type GridRow<Item extends RowData, Meta extends object = object> = Row<
  GridFeatures<Meta>,
  Item
>;
export type GridCell<Item extends RowData, Meta extends object = object> = Cell<
  GridFeatures<Meta>,
  Item
>;
export type GridHeader<Item extends RowData, Meta extends object = object> = Header<
  GridFeatures<Meta>,
  Item
>;

/** Metadata of a grid, for its cells. `useDataGrid` always sets it. */
export const gridMeta = <Item extends RowData, Meta extends object>(
  table: Table<GridFeatures<Meta>, Item>,
): Meta => table.options.meta as Meta;
