import { FlexRender, type RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import type { GridHeader } from './grid-features';

type HeaderProps<Item extends RowData, Meta extends object> = { header: GridHeader<Item, Meta> };

/** Text of a header, if its column has no other. */
export function HeaderLabel<Item extends RowData, Meta extends object>({
  header,
}: HeaderProps<Item, Meta>) {
  const t = useT();
  const label = header.column.columnDef.meta?.label;
  return label ? t(label) : null;
}

/** Header cell. A click on a sortable one sorts descending, the second click ascending. */
export function DataGridHeader<Item extends RowData, Meta extends object>({
  header,
}: HeaderProps<Item, Meta>) {
  const { column } = header;
  const { isEnd, className, sort } = column.columnDef.meta ?? {};
  // Not `getCanSort`, which requires a value of the column: the server sorts.
  const canSort = sort?.up !== undefined;
  const sorted = column.getIsSorted();
  return (
    <th
      aria-sort={ariaSort(sorted, canSort)}
      className={cx(className, isEnd && 'o-end') || undefined}
    >
      {canSort ? (
        <button type="button" onClick={() => column.toggleSorting()}>
          <Content header={header} />
        </button>
      ) : sorted ? (
        <span className="o-row gap-1">
          <Content header={header} />
        </span>
      ) : (
        <FlexRender header={header} />
      )}
    </th>
  );
}

function Content<Item extends RowData, Meta extends object>({ header }: HeaderProps<Item, Meta>) {
  const sorted = header.column.getIsSorted();
  return (
    <>
      <FlexRender header={header} />
      {sorted && <Icon of={sorted === 'desc' ? ArrowDown : ArrowUp} size="s" />}
    </>
  );
}

function ariaSort(sorted: 'asc' | 'desc' | false, canSort: boolean) {
  if (sorted) return sorted === 'desc' ? 'descending' : 'ascending';
  return canSort ? 'none' : undefined;
}
