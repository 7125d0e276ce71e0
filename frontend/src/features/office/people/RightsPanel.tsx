import { Check } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { DataGridTable } from '../grid/DataGridTable';
import type { GridColumn } from '../grid/grid-features';
import { useDataGrid } from '../grid/use-data-grid';
import { ROLE_TEXTS, STAFF_ROLES, type StaffRole } from '../staff-access';

type Right = { text: MessageKey; roles: StaffRole[] };

const RIGHTS: Right[] = [
  { text: 'office.right.orders', roles: ['clerk', 'manager'] },
  { text: 'office.right.customers', roles: ['clerk', 'manager'] },
  { text: 'office.right.chat', roles: ['clerk', 'manager'] },
  { text: 'office.right.messages', roles: ['clerk', 'manager'] },
  { text: 'office.right.outbox', roles: ['clerk', 'manager'] },
  { text: 'office.right.products', roles: ['editor', 'manager'] },
  { text: 'office.right.content', roles: ['editor', 'manager'] },
  { text: 'office.right.imports', roles: ['editor', 'manager'] },
  { text: 'office.right.searches', roles: ['editor', 'manager'] },
  { text: 'office.right.broadcasts', roles: ['editor', 'manager'] },
  { text: 'office.right.people', roles: ['manager'] },
];

const COLUMNS: GridColumn<Right>[] = [
  {
    id: 'right',
    meta: { label: 'office.right', isRowHeader: true },
    cell: ({ row }) => <RightText right={row.original} />,
  },
  ...STAFF_ROLES.map(
    (role): GridColumn<Right> => ({
      id: role,
      meta: { label: ROLE_TEXTS[role] },
      cell: ({ row }) => <Mark hasRight={row.original.roles.includes(role)} />,
    }),
  ),
];
const idOf = ({ text }: Right) => text;

/** Panel with the permissions of each role. */
export function RightsPanel() {
  const t = useT();
  const grid = useDataGrid({ columns: COLUMNS, rows: RIGHTS, idOf, meta: {} });
  return (
    <section aria-labelledby="rights" className="o-panel">
      <div className="o-panel-head">
        <h2 id="rights" className="o-h2">
          {t('office.rights')}
        </h2>
      </div>
      <DataGridTable aria-labelledby="rights" table={grid} className="o-rights" />
    </section>
  );
}

function RightText({ right }: { right: Right }) {
  return useT()(right.text);
}

/** Whether a role has a right. */
function Mark({ hasRight }: { hasRight: boolean }) {
  const t = useT();
  return hasRight ? (
    <span className="o-up">
      <Icon of={Check} size="s" />
      <span className="sr-only">{t('office.rightYes')}</span>
    </span>
  ) : (
    <span className="o-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{t('office.rightNo')}</span>
    </span>
  );
}
