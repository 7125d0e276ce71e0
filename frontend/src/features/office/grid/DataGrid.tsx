import type { RowData } from '@tanstack/react-table';
import { Fragment, type ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';
import { DataGridTable, type DataGridTableProps } from './DataGridTable';
import type { GridRow } from './grid-features';

type Card<Item extends RowData, Meta extends object> = (row: GridRow<Item, Meta>) => ReactNode;

type DataGridProps<Item extends RowData, Meta extends object> = DataGridTableProps<Item, Meta> & {
  /** Name of the list of cards. */
  label?: string;
  /** A list item for a row. */
  card: Card<Item, Meta>;
};

/** Rows of a grid: a table that scrolls alone, on phones cards. */
export function DataGrid<Item extends RowData, Meta extends object>({
  label,
  card,
  ...props
}: DataGridProps<Item, Meta>) {
  return (
    <>
      <div className="o-scroll max-lg:hidden">
        <DataGridTable {...props} />
      </div>
      <DataGridCards table={props.table} label={label} card={card} className="o-scroll" />
    </>
  );
}

type DataGridCardsProps<Item extends RowData, Meta extends object> = Pick<
  DataGridProps<Item, Meta>,
  'table' | 'card'
> & { label?: string | undefined; className?: string };

/** Rows of a grid as cards, on phones only. */
export function DataGridCards<Item extends RowData, Meta extends object>({
  table,
  label,
  card,
  className,
}: DataGridCardsProps<Item, Meta>) {
  return (
    <ul aria-label={label} className={cx(className, 'lg:hidden')}>
      {table.getRowModel().rows.map((row) => (
        <Fragment key={row.id}>{card(row)}</Fragment>
      ))}
    </ul>
  );
}
