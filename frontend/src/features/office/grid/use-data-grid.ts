import { type RowData, type SortingState, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { HeaderLabel } from './DataGridHeader';
import { type GridColumn, type GridTable, gridFeatures } from './grid-features';

type DataGridOptions<Item extends RowData, Meta extends object> = {
  /** A constant. */
  columns: GridColumn<Item, Meta>[];
  rows: Item[];
  /** Id of a row. A constant. */
  idOf: (item: Item) => string;
  /**
   * Chosen columns in their order, after the columns that cannot be hidden; undefined if none can be
   * chosen.
   */
  shown?: string[] | undefined;
  /** Sort order: a value of a column's `sort`. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** State of the page that cells read. */
  meta: Meta;
};

const DEFAULT_COLUMN = { header: HeaderLabel };

/**
 * Headless table of a list: chosen columns in their order, row selection, and the sort order of the server. The grid
 * holds the selection; columns and sort order belong to the page.
 */
export function useDataGrid<Item extends RowData, Meta extends object = object>(
  options: DataGridOptions<Item, Meta>,
): GridTable<Item, Meta> {
  const { columns, rows, idOf, shown, sort, onSort, meta } = options;
  const sorting = useMemo(() => sortingOf(columns, sort), [columns, sort]);
  // The names are joined to one text, because a new list with equal names would set the state of
  // the table in every render.
  const names = shown?.join(' ');
  const choice = useMemo(() => choiceOf(columns, names), [columns, names]);
  return useTable({
    features: gridFeatures<Meta>(),
    columns,
    data: rows,
    getRowId: idOf,
    meta,
    state: { sorting, ...choice },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update;
      const order = columns.find(({ id }) => id === next?.id)?.meta?.sort;
      const value = (next?.desc ? order?.down : order?.up) ?? order?.up;
      if (value !== undefined) onSort?.(value);
    },
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: true,
    defaultColumn: DEFAULT_COLUMN,
  });
}

/** The column that has a sort order, with its direction. */
function sortingOf<Item extends RowData, Meta extends object>(
  columns: GridColumn<Item, Meta>[],
  sort: string | undefined,
): SortingState {
  if (sort === undefined) return [];
  const column = columns.find(({ meta }) => meta?.sort?.down === sort || meta?.sort?.up === sort);
  return column?.id ? [{ id: column.id, desc: column.meta?.sort?.down === sort }] : [];
}

/** Order and visibility of the columns; columns that cannot be hidden come first. */
function choiceOf<Item extends RowData, Meta extends object>(
  columns: GridColumn<Item, Meta>[],
  names: string | undefined,
) {
  const ids = columns.map(({ id = '' }) => id);
  if (names === undefined) return { columnOrder: ids, columnVisibility: {} };
  const fixed = columns.flatMap(({ id = '', enableHiding }) => (enableHiding === false ? id : []));
  const columnOrder = [...fixed, ...names.split(' ')];
  const columnVisibility = Object.fromEntries(ids.map((id) => [id, columnOrder.includes(id)]));
  return { columnOrder, columnVisibility };
}
