import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { saveFile } from '@/shared/api/file';
import { shopNow } from '@/shared/api/shop-time';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { OfficeButton } from '../OfficeButton';
import { shopDay } from '../office-dates';
import { tableText } from './import-texts';
import {
  EXPORT_TABLES,
  type ExportFormat,
  type ExportTable,
  fetchExport,
} from './staff-imports-api';

const FORMATS = [
  ['csv', 'office.import.exportCsv'],
  ['xlsx', 'office.import.exportXlsx'],
] as const;

type Exported = ExportTable | 'all';

/** State of the running export; there is one at a time. */
export function useExport() {
  const t = useT();
  const [loading, setLoading] = useState<Exported | null>(null);
  const download = async (what: Exported, format: ExportFormat = 'csv') => {
    if (loading) return;
    setLoading(what);
    try {
      const day = shopDay(shopNow());
      const name = what === 'all' ? `catalog-${day}.zip` : `${what}.${format}`;
      saveFile(await (what === 'all' ? fetchExport() : fetchExport(what, format)), name);
    } catch (error) {
      const detail = errorText(t, error);
      toast.error(t('office.import.exportFailed'), detail ? { detail } : {});
    }
    setLoading(null);
  };
  return { loading, download };
}

/** Panel that exports one table as CSV or Excel workbook. The button for the whole catalog is in the top bar. */
export function ExportPanel({ loading, download }: ReturnType<typeof useExport>) {
  const t = useT();
  const id = useId();
  const [format, setFormat] = useState<ExportFormat>('csv');
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {t('office.import.export')}
        </h2>
      </div>
      <div className="o-panel-body">
        <p className="o-small o-muted">{t('office.import.exportText')}</p>
        <fieldset className="o-row o-wrap o-small">
          <legend className="sr-only">{t('office.import.exportFormat')}</legend>
          {FORMATS.map(([value, text]) => (
            <label key={value} className="o-row">
              <input
                type="radio"
                name={id}
                checked={format === value}
                onChange={() => setFormat(value)}
              />
              {t(text)}
            </label>
          ))}
        </fieldset>
        <div className="o-row o-wrap o-import-exports">
          {EXPORT_TABLES.map((table) => (
            <OfficeButton
              key={table}
              icon={Download}
              isLoading={loading === table}
              disabled={loading !== null}
              onClick={() => void download(table, format)}
            >
              {tableText(t, table)}
            </OfficeButton>
          ))}
        </div>
      </div>
    </section>
  );
}
