import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { OfficeButton } from '../OfficeButton';
import { shopDay } from '../office-dates';
import { saveFile } from '../office-files';
import { tableText } from './import-texts';
import { EXPORT_TABLES, type ExportTable, fetchExport } from './staff-imports-api';

type Exported = ExportTable | 'all';

/** One export at a time. */
export function useExport() {
  const t = useT();
  const [loading, setLoading] = useState<Exported | null>(null);
  const download = async (what: Exported) => {
    if (loading) return;
    setLoading(what);
    try {
      const day = shopDay(Date.now());
      const name = what === 'all' ? `catalog-${day}.zip` : `${what}.csv`;
      saveFile(await fetchExport(what === 'all' ? undefined : what), name);
    } catch (error) {
      const detail = errorText(t, error);
      toast.error(t('office.import.exportFailed'), detail ? { detail } : {});
    }
    setLoading(null);
  };
  return { loading, download };
}

/** One table at a time as CSV; the whole catalog has its button in the top bar. */
export function ExportPanel({ loading, download }: ReturnType<typeof useExport>) {
  const t = useT();
  const id = useId();
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {t('office.import.export')}
        </h2>
      </div>
      <div className="o-panel-body">
        <p className="o-small o-muted">{t('office.import.exportText')}</p>
        <div className="o-row o-wrap o-import-exports">
          {EXPORT_TABLES.map((table) => (
            <OfficeButton
              key={table}
              icon={Download}
              isLoading={loading === table}
              disabled={loading !== null}
              onClick={() => void download(table)}
            >
              {tableText(t, table)}
            </OfficeButton>
          ))}
        </div>
      </div>
    </section>
  );
}
