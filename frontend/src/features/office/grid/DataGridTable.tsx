import { FlexRender, type RowData } from '@tanstack/react-table';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';
import { DataGridHeader } from './DataGridHeader';
import type { GridCell, GridRow, GridTable } from './grid-features';

type DataAttributes = { [name: `data-${string}`]: unknown };

export type DataGridTableProps<Item extends RowData, Meta extends object> = Pick<
  ComponentProps<'table'>,
  'aria-labelledby' | 'className'
> &
  DataAttributes & {
    table: GridTable<Item, Meta>;
    /** Name of the table, unless `aria-labelledby` has it. */
    caption?: string;
    /** Whether the table is as wide as its columns, so that it scrolls sideways. */
    isWide?: boolean;
    headClassName?: string;
    bodyProps?: ComponentProps<'tbody'>;
    rowProps?: (row: GridRow<Item, Meta>) => ComponentProps<'tr'> & DataAttributes;
    /** A further row below a row. It spans all `columns`. */
    below?: (row: GridRow<Item, Meta>, columns: number) => ReactNode;
  };

/** Table of a grid, with a header that stays while it scrolls. */
export function DataGridTable<Item extends RowData, Meta extends object>(
  props: DataGridTableProps<Item, Meta>,
) {
  const {
    table,
    caption,
    isWide,
    className,
    headClassName,
    bodyProps,
    rowProps,
    below,
    ...attributes
  } = props;
  const columns = table.getVisibleLeafColumns();
  const pixels = columns.map(({ columnDef: { meta } }) => meta?.width ?? meta?.minWidth ?? 0);
  const minWidth = pixels.reduce((sum, width) => sum + width, 0);
  return (
    <table
      {...attributes}
      className={cx('o-table', className)}
      style={isWide ? { minWidth } : undefined}
    >
      {caption && <caption className="sr-only">{caption}</caption>}
      <ColumnWidths table={table} />
      <thead className={headClassName}>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <DataGridHeader key={header.id} header={header} />
            ))}
          </tr>
        ))}
      </thead>
      <tbody {...bodyProps}>
        {table.getRowModel().rows.map((row) => (
          <Fragment key={row.id}>
            <tr {...rowProps?.(row)}>
              {row.getVisibleCells().map((cell) => (
                <DataGridCell key={cell.id} cell={cell} />
              ))}
            </tr>
            {below?.(row, columns.length)}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Widths of the columns, if any has one. If all have one, the last column takes the remaining
 * width.
 */
function ColumnWidths<Item extends RowData, Meta extends object>({
  table,
}: Pick<DataGridTableProps<Item, Meta>, 'table'>) {
  const columns = table.getVisibleLeafColumns();
  const widths = columns.map(({ columnDef }) => columnDef.meta?.width);
  if (widths.every((width) => width === undefined)) return null;
  const rest = widths.includes(undefined) ? -1 : widths.length - 1;
  return (
    <colgroup>
      {columns.map(({ id, columnDef }, index) => (
        <col
          key={id}
          width={index === rest ? undefined : widths[index]}
          // The class of the cells of the column, so that small screens hide all of it.
          className={columnDef.meta?.className}
        />
      ))}
    </colgroup>
  );
}

function DataGridCell<Item extends RowData, Meta extends object>({
  cell,
}: {
  cell: GridCell<Item, Meta>;
}) {
  const { isEnd, isRowHeader, className, cellClassName } = cell.column.columnDef.meta ?? {};
  const names = cx(className, isEnd && 'o-end', cellClassName) || undefined;
  const content = <FlexRender cell={cell} />;
  if (isRowHeader) {
    return (
      <th scope="row" className={names}>
        {content}
      </th>
    );
  }
  return <td className={names}>{content}</td>;
}
