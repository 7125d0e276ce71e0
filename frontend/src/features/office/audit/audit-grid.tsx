import { Badge } from '@/shared/ui/Badge';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { type GridColumn, gridMeta } from '../grid/grid-features';
import { fullMoment, shopSecond, shortDayOf } from '../office-dates';
import { StateBadge } from '../StateBadge';
import { ROLE_TEXTS } from '../staff-access';
import { useOffice } from '../use-office-format';
import { AuditSubject } from './AuditSubject';
import { detailWords } from './audit-details';
import { actionWords, outcomeLook } from './audit-words';
import type { AuditEntry } from './staff-audit-api';

/** Columns of the table of the audit log. */
export const AUDIT_GRID: GridColumn<AuditEntry, { now: number }>[] = [
  {
    id: 'time',
    meta: { label: 'office.column.time', width: 116, sort: { down: 'newest' } },
    cell: ({ row, table }) => <Time entry={row.original} now={gridMeta(table).now} />,
  },
  {
    id: 'actor',
    meta: { label: 'office.column.actor', width: 190 },
    cell: ({ row }) => <Actor entry={row.original} />,
  },
  {
    id: 'action',
    meta: { label: 'office.column.action', width: 200 },
    cell: ({ row }) => <Action entry={row.original} />,
  },
  {
    id: 'subject',
    meta: { label: 'office.column.subject', width: 150, cellClassName: 'tabular-nums' },
    cell: ({ row }) => <AuditSubject entry={row.original} />,
  },
  {
    id: 'detail',
    meta: { label: 'office.column.detail' },
    cell: ({ row }) => <Detail entry={row.original} />,
  },
  {
    id: 'outcome',
    meta: { label: 'office.column.outcome', width: 150 },
    cell: ({ row }) => <StateBadge look={outcomeLook(row.original.status)} />,
  },
  {
    id: 'address',
    meta: { label: 'office.column.address', width: 150, isEnd: true, cellClassName: 'o-muted' },
    cell: ({ row }) => <Ltr>{row.original.client_address || '—'}</Ltr>,
  },
];

type CellProps = { entry: AuditEntry };

function Time({ entry, now }: CellProps & { now: number }) {
  const { language } = useOffice();
  return (
    <time dateTime={entry.at} title={fullMoment(entry.at, language)} className="tabular-nums">
      {shopSecond(entry.at)}
      <small>{shortDayOf(entry.at, now, language)}</small>
    </time>
  );
}

function Actor({ entry }: CellProps) {
  const { t } = useOffice();
  return (
    <span className="o-who">
      <Avatar name={entry.name} />
      <span className="min-w-0">
        <span className="o-one-line">
          <LocalizedText>{entry.name}</LocalizedText>
        </span>
        <small>{t(ROLE_TEXTS[entry.role])}</small>
      </span>
    </span>
  );
}

function Action({ entry }: CellProps) {
  const { t } = useOffice();
  const action = actionWords(t, entry.action);
  return (
    <span title={entry.action} className="o-badge-fit">
      <Badge kind={action.kind}>{action.text}</Badge>
    </span>
  );
}

function Detail({ entry }: CellProps) {
  const { t, language } = useOffice();
  const detail = detailWords({ t, language, entry });
  return detail ? <LocalizedText>{detail}</LocalizedText> : <span className="o-muted">—</span>;
}
