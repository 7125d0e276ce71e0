import type { RowData, Table } from '@tanstack/react-table';
import { useT } from '@/shared/i18n/language-context';
import type { GridFeatures, GridRow } from './grid-features';
import { selectRow } from './grid-selection';

type SelectAllProps<Item extends RowData, Meta extends object> = {
  table: Table<GridFeatures<Meta>, Item>;
};

/** Checkbox that selects all rows of the page, for the header of a column. */
export function SelectAll<Item extends RowData, Meta extends object>({
  table,
}: SelectAllProps<Item, Meta>) {
  const t = useT();
  const isAll = table.getIsAllRowsSelected();
  const isSome = !isAll && table.getSelectedRowModel().rows.length > 0;
  return (
    <label className="o-check">
      <input
        type="checkbox"
        aria-label={t('office.selectAll')}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome;
        }}
        onChange={({ target }) => table.toggleAllRowsSelected(target.checked)}
      />
    </label>
  );
}

type SelectRowProps<Item extends RowData, Meta extends object> = {
  row: GridRow<Item, Meta>;
  /** Name of the row. */
  name: string;
};

/** Checkbox that selects a row. With the Shift key, it selects everything from the last selected row to this one. */
export function SelectRow<Item extends RowData, Meta extends object>({
  row,
  name,
}: SelectRowProps<Item, Meta>) {
  const t = useT();
  return (
    <label className="o-check">
      <input
        type="checkbox"
        aria-label={t('office.select', { number: name })}
        checked={row.getIsSelected()}
        onChange={({ nativeEvent }) =>
          selectRow(row, (nativeEvent as MouseEvent).shiftKey === true)
        }
      />
    </label>
  );
}
