import { Pencil } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { useOffice } from '../use-office-format';
import { countsText, tableText } from './import-texts';
import type { ImportedRow, ImportedTable } from './staff-imports-api';

/** Changes of one table: counts, first rows, and columns that the staff had edited before. */
export function ImportPreview({ table }: { table: ImportedTable }) {
  const { t } = useOffice();
  const id = useId();
  const edited = table.edited.filter(({ overwritten }) => overwritten > 0);
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {tableText(t, table.table)}
        </h2>
        <span className="o-small o-muted num">{countsText(t, table)}</span>
      </div>
      {edited.length > 0 && (
        <ul className="o-panel-body o-small">
          {edited.map(({ column, overwritten }) => (
            <li key={column} className="o-row text-warn">
              <Icon of={Pencil} size="s" />
              {table.table === 'products'
                ? t('office.import.overwrites', { column, count: overwritten })
                : t('office.import.overwritesContent', { column })}
            </li>
          ))}
        </ul>
      )}
      {table.rows.length > 0 && <PreviewRows table={table} />}
    </section>
  );
}

const KINDS = {
  added: { kind: 'ok', text: 'office.import.new' },
  changed: { kind: 'brand', text: 'office.import.change' },
  removed: { kind: 'err', text: 'office.import.gone' },
} as const;

function PreviewRows({ table }: { table: ImportedTable }) {
  const { t, language } = useOffice();
  const nameOf = (row: ImportedRow) =>
    (language === 'la' ? row.name_la || row.name_en : row.name_en || row.name_la) || row.id;
  const total = table.added + table.changed + table.removed;
  const shown = new Set(table.rows.map(({ kind, id }) => `${kind} ${id}`)).size;
  return (
    <>
      <div className="o-scroll">
        <table className="o-table o-import-table">
          <caption className="sr-only">{tableText(t, table.table)}</caption>
          <thead>
            <tr>
              <th>{t('office.import.row')}</th>
              <th>{t('office.import.field')}</th>
              <th>{t('office.import.before')}</th>
              <th>{t('office.import.after')}</th>
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={`${row.kind} ${row.id} ${row.field ?? ''}`}>
                <td>
                  <span className="o-row">
                    <Badge kind={KINDS[row.kind].kind}>{t(KINDS[row.kind].text)}</Badge>
                    <span>
                      <LocalizedText>{nameOf(row)}</LocalizedText>
                      {nameOf(row) !== row.id && <small className="o-muted num"> {row.id}</small>}
                    </span>
                  </span>
                </td>
                <td className="o-muted">{row.field && <code>{row.field}</code>}</td>
                <td className="o-muted o-import-value">{valueText(row, row.from)}</td>
                <td className="o-import-value">{valueText(row, row.to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown < total && (
        <p className="o-panel-body o-small o-muted num">
          {t('office.import.firstRows', { shown, total })}
        </p>
      )}
    </>
  );
}

const valueText = (row: ImportedRow, value: string | null): string => {
  if (row.field === null) return '';
  return value || '—';
};
