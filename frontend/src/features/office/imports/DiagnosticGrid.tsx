import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { ScrollArea } from '@/shared/ui/ScrollArea';
import { DataGridCards } from '../grid/DataGrid';
import { DataGridTable } from '../grid/DataGridTable';
import type { GridColumn } from '../grid/grid-features';
import { useDataGrid } from '../grid/use-data-grid';
import { FaultSentence } from './FaultSentence';
import { faultText } from './fault-texts';
import type { ImportDiagnostic } from './staff-imports-api';

const COLUMNS: GridColumn<ImportDiagnostic>[] = [
  {
    id: 'file',
    meta: { label: 'office.import.file', cellClassName: 'num' },
    cell: ({ row }) => row.original.file,
  },
  {
    id: 'line',
    meta: { label: 'office.import.line', isEnd: true, cellClassName: 'num' },
    cell: ({ row }) => row.original.line ?? '—',
  },
  {
    id: 'row',
    meta: { label: 'office.import.rowId', cellClassName: 'num' },
    cell: ({ row }) => row.original.row || '—',
  },
  {
    id: 'column',
    meta: { label: 'office.import.column' },
    cell: ({ row }) => <Code>{row.original.column}</Code>,
  },
  {
    id: 'value',
    meta: { label: 'office.import.value', cellClassName: 'o-import-value' },
    cell: ({ row }) => <Code>{row.original.value}</Code>,
  },
  {
    id: 'diagnostic',
    meta: { label: 'office.import.fault' },
    cell: ({ row }) => <DiagnosticRow diagnostic={row.original} />,
  },
];

const idOf = ({ file, line, row, column, value, reason }: ImportDiagnostic): string =>
  [file, line, row, column, value, reason].join('\n');

/** Diagnostics of an import as a table, on phones as rows. */
export function DiagnosticGrid({ diagnostics }: { diagnostics: ImportDiagnostic[] }) {
  const t = useT();
  const grid = useDataGrid({ columns: COLUMNS, rows: diagnostics, idOf, meta: {} });
  return (
    <>
      <ScrollArea label={t('office.import.faults')} className="o-scroll max-lg:hidden">
        <DataGridTable
          table={grid}
          caption={t('office.import.faults')}
          className="o-import-table"
        />
      </ScrollArea>
      <DataGridCards
        table={grid}
        label={t('office.import.faults')}
        card={({ original: fault, original: { file, line, row, column, value } }) => (
          <li className="o-import-diagnostic">
            <p>
              <FaultSentence of={faultText(t, fault)} />
            </p>
            <p className="o-row o-small o-wrap">
              <span className="o-muted num">{line === null ? file : `${file}:${line}`}</span>
              {row && <span className="num">{row}</span>}
              {column && <code>{column}</code>}
              {value && <code className="o-import-value">{value}</code>}
            </p>
          </li>
        )}
      />
    </>
  );
}

const Code = ({ children }: { children: string | null }) =>
  children ? <code>{children}</code> : '—';

function DiagnosticRow({ diagnostic }: { diagnostic: ImportDiagnostic }) {
  const t = useT();
  return (
    <>
      {diagnostic.is_warning && <Badge kind="warn">{t('office.import.warning')}</Badge>}{' '}
      <FaultSentence of={faultText(t, diagnostic)} />
    </>
  );
}
