import { Download, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { saveFile } from '@/shared/api/file';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { Translate } from '@/shared/i18n/load-messages';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { toast } from '@/shared/ui/toast';
import { OfficeButton } from '../OfficeButton';
import { DiagnosticGrid } from './DiagnosticGrid';
import { faultText } from './fault-texts';
import {
  fetchDiagnostics,
  type ImportDetail,
  type ImportDiagnostic,
  proposalOf,
} from './staff-imports-api';

/** All diagnostics of an import with file, line, id of the row, column, value and text. */
export function ImportDiagnostics({ detail }: { detail: ImportDetail }) {
  const t = useT();
  const id = useId();
  const [more, setMore] = useState<ImportDiagnostic[]>([]);
  const [isLoading, setLoading] = useState(false);
  const loaded = [...detail.faults, ...more];
  // The proposed mapping is shown in a panel of its own.
  const proposal = proposalOf(loaded);
  const diagnostics = loaded.filter((diagnostic) => diagnostic !== proposal);
  const count = detail.import.fault_count;
  const listed = diagnostics.filter(({ is_warning }) => !is_warning).length;
  const importId = detail.import.import_id;
  const load = async () => {
    setLoading(true);
    try {
      setMore([...more, ...(await fetchDiagnostics(importId, loaded.length))]);
    } catch (error) {
      const reason = errorText(t, error);
      toast.error(t('office.import.faultsFailed'), reason ? { detail: reason } : {});
    }
    setLoading(false);
  };
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {t('office.import.faults')}
        </h2>
        {count > 0 && (
          <Badge kind="err">
            <Icon of={TriangleAlert} size="s" />
            {t('office.import.faultCount', { count })}
          </Badge>
        )}
        <OfficeButton
          kind="quiet"
          icon={Download}
          onClick={() => saveFile(diagnosticsCsv(t, diagnostics), 'faults.csv')}
        >
          CSV
        </OfficeButton>
      </div>
      <DiagnosticGrid diagnostics={diagnostics} />
      {loaded.length >= detail.stored_faults && listed < count && (
        <p className="o-panel-body o-small o-muted">
          {t('office.import.firstRows', { shown: listed, total: count })}
        </p>
      )}
      {loaded.length < detail.stored_faults && (
        <div className="o-panel-body">
          <OfficeButton isLoading={isLoading} onClick={() => void load()}>
            {t('office.import.moreFaults', { count: detail.stored_faults - loaded.length })}
          </OfficeButton>
        </div>
      )}
    </section>
  );
}

const COLUMNS = ['file', 'line', 'row', 'column', 'value', 'reason'] as const;

/** Diagnostics as CSV. A value that a spreadsheet would run as a formula gets an apostrophe in front. */
function diagnosticsCsv(t: Translate, diagnostics: ImportDiagnostic[]): Blob {
  const field = (value: string | number | null) => {
    const text = String(value ?? '');
    const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  };
  const rows = [
    COLUMNS.join(','),
    ...diagnostics.map((diagnostic) => {
      const { text, english } = faultText(t, diagnostic);
      const shown = { ...diagnostic, reason: [text, english].filter(Boolean).join(' ') };
      return COLUMNS.map((column) => field(shown[column])).join(',');
    }),
  ];
  return new Blob([`\uFEFF${rows.join('\r\n')}\r\n`], { type: 'text/csv' });
}
