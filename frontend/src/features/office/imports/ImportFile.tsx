import { FileSpreadsheet, RotateCw } from 'lucide-react';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeButton } from '../OfficeButton';
import { fullMoment } from '../office-dates';
import { StateBadge } from '../StateBadge';
import { useOffice } from '../use-office-format';
import { FaultSentence } from './FaultSentence';
import { failureText } from './fault-texts';
import { ImportProgressBar } from './ImportProgressBar';
import { actorText, lookOf, phaseText, sizeText } from './import-texts';
import { type CatalogImport, isRunning } from './staff-imports-api';
import { useImportRepeat } from './use-import-repeat';

/** File of an import with its state and columns. */
export function ImportFile({ shown }: { shown: CatalogImport }) {
  const { t, language } = useOffice();
  const { repeat, isRepeating } = useImportRepeat();
  const { progress, error, tables } = shown;
  const columns = [...new Set(tables.flatMap((table) => table.columns))];
  const facts = [actorText(t, shown), fullMoment(shown.created_at, language)];
  if (shown.bytes > 0) facts.unshift(sizeText(shown.bytes));
  return (
    <section aria-label={shown.file_name} className="o-panel">
      <div className="o-panel-head">
        <Icon of={FileSpreadsheet} />
        <h2 className="o-h2">
          <Ltr>{shown.file_name}</Ltr>
        </h2>
        <StateBadge look={lookOf(shown)} />
        {shown.can_repeat && (
          <OfficeButton
            icon={RotateCw}
            isLoading={isRepeating}
            onClick={() => void repeat(shown.import_id)}
          >
            {t('office.import.repeat')}
          </OfficeButton>
        )}
      </div>
      <div className="o-panel-body o-stack">
        <p className="o-small o-muted num">{facts.join(' · ')}</p>
        {isRunning(shown.state) && (
          <ImportProgressBar
            label={phaseText(t, progress?.phase ?? 'waiting')}
            done={progress?.done ?? 0}
            total={progress?.total ?? 0}
          />
        )}
        {shown.preview_outdated && shown.state === 'ready' && (
          <p role="alert" className="text-warn">
            {t('office.import.newPreview')}
          </p>
        )}
        {shown.state === 'faulty' && <p role="alert">{t('office.import.faultyText')}</p>}
        {error && (
          <p role="alert" className="text-err">
            <FaultSentence of={failureText(t, shown)} />
          </p>
        )}
        {columns.length > 0 && (
          <div>
            <p className="o-small o-muted">
              {t(shown.replace ? 'office.import.replaces' : 'office.import.onlyColumns')}
            </p>
            <p className="o-row o-wrap">
              {columns.map((column) => (
                <code key={column}>{column}</code>
              ))}
            </p>
          </div>
        )}
      </div>
    </section>
  );
}
