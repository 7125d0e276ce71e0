import { Pencil, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ScrollArea } from '@/shared/ui/ScrollArea';
import { DataGridTable } from '../grid/DataGridTable';
import type { GridColumn } from '../grid/grid-features';
import { useDataGrid } from '../grid/use-data-grid';
import { useOffice } from '../use-office-format';
import { countsText, tableText } from './import-texts';
import type { ImportedRow, ImportedTable } from './staff-imports-api';

/** Changes of one table: counts, prices to look at again, first rows, and columns that the staff or sales had changed before. */
export function ImportPreview({ table }: { table: ImportedTable }) {
  const { t } = useOffice();
  const id = useId();
  const { removed, removed_hidden, halved, halved_hidden } = table.prices;
  const prices: { text: MessageKey; count: number }[] = [
    { text: 'office.import.priceRemoved', count: removed - removed_hidden },
    { text: 'office.import.priceRemovedHidden', count: removed_hidden },
    { text: 'office.import.halved', count: halved - halved_hidden },
    { text: 'office.import.halvedHidden', count: halved_hidden },
  ];
  const warned = prices.filter(({ count }) => count > 0);
  const edited = table.edited.filter(({ overwritten }) => overwritten > 0);
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {tableText(t, table.table)}
        </h2>
        <span className="o-small o-muted num">{countsText(t, table)}</span>
      </div>
      {(edited.length > 0 || warned.length > 0) && (
        <ul className="o-panel-body o-small">
          {warned.map(({ text, count }) => (
            <li key={text} className="o-row text-warn">
              <Icon of={TriangleAlert} size="s" />
              {t(text, { count })}
            </li>
          ))}
          {edited.map(({ column, overwritten }) => (
            <li key={column} className="o-row text-warn">
              <Icon of={Pencil} size="s" />
              {table.table === 'products'
                ? t(productsText(column), { column, count: overwritten })
                : t('office.import.overwritesContent', { column })}
            </li>
          ))}
        </ul>
      )}
      {table.rows.length > 0 && <PreviewRows table={table} />}
    </section>
  );
}

/** Sales change the stock, and no other column. */
const productsText = (column: string) =>
  column === 'stock' ? 'office.import.overwritesStock' : 'office.import.overwrites';

const KINDS = {
  added: { kind: 'ok', text: 'office.import.new' },
  changed: { kind: 'brand', text: 'office.import.change' },
  removed: { kind: 'err', text: 'office.import.gone' },
} as const;

const COLUMNS: GridColumn<ImportedRow>[] = [
  {
    id: 'row',
    meta: { label: 'office.import.row' },
    cell: ({ row }) => <RowName row={row.original} />,
  },
  {
    id: 'field',
    meta: { label: 'office.import.field', cellClassName: 'o-muted' },
    cell: ({ row: { original } }) => original.field && <code>{original.field}</code>,
  },
  {
    id: 'before',
    meta: { label: 'office.import.before', cellClassName: 'o-muted o-import-value' },
    cell: ({ row: { original } }) => valueText(original, original.from),
  },
  {
    id: 'after',
    meta: { label: 'office.import.after', cellClassName: 'o-import-value' },
    cell: ({ row: { original } }) => valueText(original, original.to),
  },
];
const idOf = ({ kind, id, field }: ImportedRow) => `${kind} ${id} ${field ?? ''}`;

function PreviewRows({ table }: { table: ImportedTable }) {
  const { t } = useOffice();
  const grid = useDataGrid({ columns: COLUMNS, rows: table.rows, idOf, meta: {} });
  const name = tableText(t, table.table);
  const total = table.added + table.changed + table.removed;
  const shown = new Set(table.rows.map(({ kind, id }) => `${kind} ${id}`)).size;
  return (
    <>
      <ScrollArea label={name} className="o-scroll">
        <DataGridTable table={grid} caption={name} className="o-import-table" />
      </ScrollArea>
      {shown < total && (
        <p className="o-panel-body o-small o-muted num">
          {t('office.import.firstRows', { shown, total })}
        </p>
      )}
    </>
  );
}

/** Kind of a change, and name and id of what it changes. */
function RowName({ row }: { row: ImportedRow }) {
  const { t, language } = useOffice();
  const { id, name_la: lao, name_en: english } = row;
  const name = (language === 'la' ? lao || english : english || lao) || id;
  const kind = KINDS[row.kind];
  return (
    <span className="o-row">
      <Badge kind={kind.kind}>{t(kind.text)}</Badge>
      <span>
        <LocalizedText>{name}</LocalizedText>
        {name !== id && <small className="o-muted num"> {id}</small>}
      </span>
    </span>
  );
}

const valueText = (row: ImportedRow, value: string | null): string => {
  if (row.field === null) return '';
  return value || '—';
};
