import { Link } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { formatNumber } from '@/shared/format/kip';
import { formatPhone } from '@/shared/forms/phone';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { shopDay, shortDay } from '../office-dates';
import { fullName, ROLE_TEXTS } from '../staff-access';
import { useOffice } from '../use-office-format';
import type { CustomerRow } from './staff-customers-api';

/** Customers as a table, on phones as rows. */
export function CustomerList({ rows }: { rows: CustomerRow[] }) {
  const { t, language } = useOffice();
  return (
    <div className="o-scroll">
      <table className="o-table o-people max-lg:hidden">
        <caption className="sr-only">{t('office.customers')}</caption>
        <thead>
          <tr>
            <th>{t('office.column.name')}</th>
            <th>{t('office.column.contact')}</th>
            <th className="o-end">{t('office.column.orders')}</th>
            <th>{t('office.column.since')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.account.cus_id}>
              <td>
                <span className="o-who gap-3">
                  <Avatar name={row.account.fname} />
                  <Name row={row} />
                </span>
              </td>
              <td>
                <Contact row={row} />
              </td>
              <td className="o-end tabular-nums">
                {row.order_count === null ? '—' : formatNumber(row.order_count)}
              </td>
              <td className="o-muted tabular-nums">
                {shortDay(shopDay(Date.parse(row.account.created_at)), language, true)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul aria-label={t('office.customers')} className="lg:hidden">
        {rows.map((row) => (
          <li key={row.account.cus_id} className="o-person">
            <Avatar name={row.account.fname} isLarge />
            <div className="min-w-0">
              <Name row={row} />
              <small className="o-note block">
                <Contact row={row} />
              </small>
            </div>
            <small className="o-note">
              {row.order_count !== null &&
                t('office.customer.orderCount', { count: row.order_count })}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Name with a link to the customer page, and badges for a staff role and a block. */
function Name({ row: { account, blocked_at: blockedAt } }: { row: CustomerRow }) {
  const { t } = useOffice();
  return (
    <span className="o-row o-wrap min-w-0 gap-2">
      <Link
        to="/staff/customers/$cusId"
        params={{ cusId: String(account.cus_id) }}
        className="o-link inline-flex min-h-11 lg:min-h-9 items-center"
      >
        <LocalizedText>{fullName(account)}</LocalizedText>
      </Link>
      {blockedAt !== null && (
        <Badge kind="err">
          <Icon of={Ban} size="s" />
          {t('office.customer.blocked')}
        </Badge>
      )}
      {account.role !== 'customer' && <Badge>{t(ROLE_TEXTS[account.role])}</Badge>}
    </span>
  );
}

function Contact({ row: { account } }: { row: CustomerRow }) {
  const ways = [formatPhone(account.phone), account.email].filter(Boolean);
  return <Ltr className="tabular-nums">{ways.join(' · ')}</Ltr>;
}
