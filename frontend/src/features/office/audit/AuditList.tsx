import { Badge } from '@/shared/ui/Badge';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Avatar } from '../Avatar';
import { DataGrid } from '../grid/DataGrid';
import { useDataGrid } from '../grid/use-data-grid';
import { shopSecond, shortDayOf } from '../office-dates';
import { StateBadge } from '../StateBadge';
import { useOffice } from '../use-office-format';
import { AuditSubject } from './AuditSubject';
import { detailWords } from './audit-details';
import { AUDIT_GRID } from './audit-grid';
import { actionWords, outcomeLook } from './audit-words';
import type { AuditEntry } from './staff-audit-api';

const idOf = ({ entry_id }: AuditEntry) => String(entry_id);

/** Audit log as a table, newest first; on phones as rows. */
export function AuditList({ entries, now }: { entries: AuditEntry[]; now: number }) {
  const { t } = useOffice();
  const grid = useDataGrid({
    columns: AUDIT_GRID,
    rows: entries,
    idOf,
    sort: 'newest',
    meta: { now },
  });
  return (
    <DataGrid
      data-fixed
      table={grid}
      caption={t('office.audit')}
      className="o-audit"
      card={({ original }) => <AuditCard entry={original} now={now} />}
    />
  );
}

function AuditCard({ entry, now }: { entry: AuditEntry; now: number }) {
  const { t, language } = useOffice();
  const action = actionWords(t, entry.action);
  const detail = detailWords({ t, language, entry });
  const outcome = outcomeLook(entry.status);
  return (
    <li className="o-entry">
      <Avatar name={entry.name} isLarge />
      <div className="min-w-0">
        <div className="o-row">
          <span className="o-one-line o-grow">
            <b className="font-semibold">
              <LocalizedText>{entry.name}</LocalizedText>
            </b>
            {entry.subject && (
              <span className="o-muted tabular-nums">
                {' · '}
                <AuditSubject entry={entry} />
              </span>
            )}
          </span>
          <time dateTime={entry.at} className="o-small o-muted flex-none tabular-nums">
            {shortDayOf(entry.at, now, language)} {shopSecond(entry.at).slice(0, 5)}
          </time>
        </div>
        <div className="o-row o-wrap gap-1.5 pt-0.5">
          <span className="o-badge-fit">
            <Badge kind={action.kind}>{action.text}</Badge>
          </span>
          {outcome.kind !== 'ok' && <StateBadge look={outcome} />}
          {detail && (
            <span className="o-small o-muted">
              <LocalizedText>{detail}</LocalizedText>
            </span>
          )}
        </div>
      </div>
    </li>
  );
}
