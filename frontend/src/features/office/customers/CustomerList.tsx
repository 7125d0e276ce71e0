import { Link } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { formatNumber } from '@/shared/format/kip';
import { formatPhone } from '@/shared/forms/phone';
import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { DataGrid } from '../grid/DataGrid';
import type { GridColumn } from '../grid/grid-features';
import { useDataGrid } from '../grid/use-data-grid';
import { shopDay, shortDay } from '../office-dates';
import { fullName, ROLE_TEXTS } from '../staff-access';
import { useOffice } from '../use-office-format';
import type { CustomerRow } from './staff-customers-api';

const COLUMNS: GridColumn<CustomerRow>[] = [
  {
    id: 'name',
    meta: { label: 'office.column.name' },
    cell: ({ row: { original } }) => (
      <span className="o-who gap-3">
        <Avatar name={original.account.fname} />
        <Name row={original} />
      </span>
    ),
  },
  {
    id: 'contact',
    meta: { label: 'office.column.contact' },
    cell: ({ row }) => <Contact row={row.original} />,
  },
  {
    id: 'orders',
    meta: { label: 'office.column.orders', isEnd: true, cellClassName: 'tabular-nums' },
    cell: ({ row: { original } }) =>
      original.order_count === null ? '—' : formatNumber(original.order_count),
  },
  {
    id: 'since',
    meta: { label: 'office.column.since', cellClassName: 'o-muted tabular-nums' },
    cell: ({ row }) => <Since row={row.original} />,
  },
];
const idOf = ({ account }: CustomerRow) => String(account.cus_id);

/** Customers as a table, on phones as rows. */
export function CustomerList({ rows }: { rows: CustomerRow[] }) {
  const t = useT();
  const grid = useDataGrid({ columns: COLUMNS, rows, idOf, meta: {} });
  return (
    <DataGrid
      table={grid}
      caption={t('office.customers')}
      className="o-people"
      card={({ original: row }) => (
        <li className="o-person">
          <Avatar name={row.account.fname} isLarge />
          <div className="min-w-0">
            <Name row={row} />
            <small className="o-note block">
              <Contact row={row} isBelowName />
            </small>
          </div>
          <small className="o-note">
            {row.order_count !== null &&
              t('office.customer.orderCount', { count: row.order_count })}
          </small>
        </li>
      )}
    />
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
        className="o-link inline-flex min-h-11 lg:min-h-9 items-center wrap-anywhere"
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

type ContactProps = { row: CustomerRow; isBelowName?: boolean };

/** Phone number and address. An account without a name is named by one of them, which is not repeated below the name. */
function Contact({ row: { account }, isBelowName = false }: ContactProps) {
  const name = isBelowName ? fullName(account) : '';
  const contacts = [formatPhone(account.phone), account.email];
  const shown = contacts.filter((contact) => contact && contact !== name);
  return <Ltr className="tabular-nums">{shown.join(' · ')}</Ltr>;
}

function Since({ row: { account } }: { row: CustomerRow }) {
  const { language } = useOffice();
  return shortDay(shopDay(Date.parse(account.created_at)), language, true);
}
