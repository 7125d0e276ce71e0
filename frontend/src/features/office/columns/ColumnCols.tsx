import type { Column } from './column-choice';

type ColumnColsProps = {
  /** Pixels of the columns before the chosen ones; the last one is the named first column. */
  before: (number | undefined)[];
  columns: Column<string>[];
};

/** Widths of a table with chosen columns. The last column takes what is left. */
export function ColumnCols({ before, columns }: ColumnColsProps) {
  const widths = [...before, ...columns.map(({ width }) => width)];
  const last = before.every((width) => width !== undefined) ? widths.length - 1 : -1;
  return (
    <colgroup>
      {widths.map((width, index) => (
        <col
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          key={index}
          width={index === last ? undefined : width}
          // As its cells, so that small screens leave out the whole column.
          className={columns[index - before.length]?.name === 'group' ? 'o-col-group' : undefined}
        />
      ))}
    </colgroup>
  );
}
