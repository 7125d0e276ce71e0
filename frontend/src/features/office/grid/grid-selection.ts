import type { RowData } from '@tanstack/react-table';
import type { GridRow, GridTable } from './grid-features';

/** Selected rows of a list. */
export type GridSelection<Item> = {
  /** Selected items in the order of the page. A row that leaves the list leaves the selection. */
  chosen: Item[];
  clear: () => void;
};

export const gridSelection = <Item extends RowData, Meta extends object>(
  table: GridTable<Item, Meta>,
): GridSelection<Item> => ({
  chosen: table.getSelectedRowModel().rows.map(({ original }) => original),
  clear: () => table.resetRowSelection(true),
});

/**
 * Selects a row, or takes a selected one out. A range selects everything from the last row that was toggled. The handler
 * of the table remembers that row, so that clicks, keys and long presses share it; it takes an event of a checkbox.
 */
export function selectRow<Item extends RowData, Meta extends object>(
  row: GridRow<Item, Meta>,
  isRange = false,
): void {
  const checked = isRange || !row.getIsSelected();
  row.getToggleSelectedHandler()({ target: { checked }, shiftKey: isRange });
}
