import { ArrowDown } from 'lucide-react';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { fullMoment, shopSecond, shortDayOf } from '../office-dates';
import { StateBadge } from '../StateBadge';
import { ROLE_TEXTS } from '../staff-access';
import { useOffice } from '../use-office-format';
import { AuditSubject } from './AuditSubject';
import { actionWords, detailWords, outcomeLook } from './audit-words';
import type { AuditEntry } from './staff-audit-api';

const WIDTHS = [116, 190, 200, 150, undefined, 150, 150];

/** Audit log as a table, on phones as rows. */
export function AuditList({ entries, now }: { entries: AuditEntry[]; now: number }) {
  const { t } = useOffice();
  return (
    <>
      <div className="o-scroll max-lg:hidden">
        <table data-fixed className="o-table o-audit">
          <caption className="sr-only">{t('office.audit')}</caption>
          <colgroup>
            {WIDTHS.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
              <col key={index} width={width} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th aria-sort="descending">
                <span className="o-row gap-1">
                  {t('office.column.time')}
                  <Icon of={ArrowDown} size="s" />
                </span>
              </th>
              <th>{t('office.column.actor')}</th>
              <th>{t('office.column.action')}</th>
              <th>{t('office.column.subject')}</th>
              <th>{t('office.column.detail')}</th>
              <th>{t('office.column.outcome')}</th>
              <th className="o-end">{t('office.column.address')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <AuditRow key={entry.entry_id} entry={entry} now={now} />
            ))}
          </tbody>
        </table>
      </div>
      <ul aria-label={t('office.audit')} className="o-scroll lg:hidden">
        {entries.map((entry) => (
          <AuditCard key={entry.entry_id} entry={entry} now={now} />
        ))}
      </ul>
    </>
  );
}

type RowProps = { entry: AuditEntry; now: number };

function AuditRow({ entry, now }: RowProps) {
  const { t, language } = useOffice();
  const action = actionWords(t, entry.action);
  const detail = detailWords(t, entry);
  return (
    <tr>
      <td>
        <time dateTime={entry.at} title={fullMoment(entry.at, language)} className="tabular-nums">
          {shopSecond(entry.at)}
          <small>{shortDayOf(entry.at, now, language)}</small>
        </time>
      </td>
      <td>
        <span className="o-who">
          <Avatar name={entry.name} />
          <span className="min-w-0">
            <span className="o-one-line">
              <LocalizedText>{entry.name}</LocalizedText>
            </span>
            <small>{t(ROLE_TEXTS[entry.role])}</small>
          </span>
        </span>
      </td>
      <td>
        <span title={entry.action} className="o-badge-fit">
          <Badge kind={action.kind}>{action.text}</Badge>
        </span>
      </td>
      <td className="tabular-nums">
        <AuditSubject entry={entry} />
      </td>
      <td>{detail ? <LocalizedText>{detail}</LocalizedText> : <Nothing />}</td>
      <td>
        <StateBadge look={outcomeLook(entry.status)} />
      </td>
      <td className="o-end o-muted">
        <Ltr>{entry.client_address || '—'}</Ltr>
      </td>
    </tr>
  );
}

function AuditCard({ entry, now }: RowProps) {
  const { t, language } = useOffice();
  const action = actionWords(t, entry.action);
  const detail = detailWords(t, entry);
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

const Nothing = () => <span className="o-muted">—</span>;
