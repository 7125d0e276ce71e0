import type { RowData } from '@tanstack/react-table';
import { Fragment, type ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';
import { ScrollArea, ScrollList } from '@/shared/ui/ScrollArea';
import { DataGridTable, type DataGridTableProps } from './DataGridTable';
import type { GridRow } from './grid-features';

type Card<Item extends RowData, Meta extends object> = (row: GridRow<Item, Meta>) => ReactNode;

type DataGridProps<Item extends RowData, Meta extends object> = DataGridTableProps<Item, Meta> & {
  /** Name of the table, and of the list of cards. */
  caption: string;
  /** A list item for a row. */
  card: Card<Item, Meta>;
};

/** Rows of a grid: a table that scrolls alone, on phones cards. */
export function DataGrid<Item extends RowData, Meta extends object>({
  card,
  ...props
}: DataGridProps<Item, Meta>) {
  return (
    <>
      <ScrollArea label={props.caption} className="o-scroll max-lg:hidden">
        <DataGridTable {...props} />
      </ScrollArea>
      <ScrollList label={props.caption} className="o-scroll lg:hidden">
        <CardRows table={props.table} card={card} />
      </ScrollList>
    </>
  );
}

type CardRowsProps<Item extends RowData, Meta extends object> = Pick<
  DataGridProps<Item, Meta>,
  'table' | 'card'
>;

type DataGridCardsProps<Item extends RowData, Meta extends object> = CardRowsProps<Item, Meta> & {
  label: string;
  className?: string;
};

/** Rows of a grid as cards, on phones only. They scroll with the page. */
export function DataGridCards<Item extends RowData, Meta extends object>({
  table,
  label,
  card,
  className,
}: DataGridCardsProps<Item, Meta>) {
  return (
    <ul aria-label={label} className={cx(className, 'lg:hidden')}>
      <CardRows table={table} card={card} />
    </ul>
  );
}

function CardRows<Item extends RowData, Meta extends object>({
  table,
  card,
}: CardRowsProps<Item, Meta>) {
  return table.getRowModel().rows.map((row) => <Fragment key={row.id}>{card(row)}</Fragment>);
}
