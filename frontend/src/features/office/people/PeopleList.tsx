import { ChevronDown, Ellipsis } from 'lucide-react';
import { formatPhone } from '@/shared/forms/phone';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { DataGridCards } from '../grid/DataGrid';
import { DataGridTable } from '../grid/DataGridTable';
import { type GridColumn, gridMeta } from '../grid/grid-features';
import { useDataGrid } from '../grid/use-data-grid';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { shopDay, shortDay } from '../office-dates';
import { fullName, ROLE_TEXTS, type StaffMember } from '../staff-access';
import { useOffice } from '../use-office-format';
import { HomeBranchSelect } from './HomeBranchSelect';
import type { PersonTask } from './PersonDialog';

const contactOf = ({ phone, email }: StaffMember) => formatPhone(phone) || email;
const idOf = ({ cus_id }: StaffMember) => String(cus_id);

type PeopleMeta = { ownId: number | undefined; onTask: (task: PersonTask) => void };
type CellProps = { person: StaffMember; onTask: PeopleMeta['onTask'] };

const COLUMNS: GridColumn<StaffMember, PeopleMeta>[] = [
  {
    id: 'name',
    meta: { label: 'office.column.name' },
    cell: ({ row: { original: person }, table }) => (
      <span className="o-who gap-3">
        <Avatar name={person.fname} />
        <Name person={person} isOwn={person.cus_id === gridMeta(table).ownId} />
      </span>
    ),
  },
  {
    id: 'role',
    meta: { label: 'office.role' },
    cell: ({ row, table }) => <Role person={row.original} onTask={gridMeta(table).onTask} />,
  },
  {
    id: 'branch',
    meta: { label: 'office.branch.home', cellClassName: 'o-people-branch' },
    cell: ({ row: { original: person } }) => <HomeBranchSelect person={person} />,
  },
  {
    id: 'since',
    meta: { label: 'office.column.since', cellClassName: 'o-muted tabular-nums' },
    cell: ({ row }) => <Since person={row.original} />,
  },
  {
    id: 'actions',
    header: ActionsHeader,
    meta: { cellClassName: 'o-end' },
    cell: ({ row, table }) => <Remove person={row.original} onTask={gridMeta(table).onTask} />,
  },
];

/** Members of the staff as a table, on phones as rows. */
export function PeopleList({ people, ...meta }: PeopleMeta & { people: StaffMember[] }) {
  const { t } = useOffice();
  const grid = useDataGrid({ columns: COLUMNS, rows: people, idOf, meta });
  return (
    <>
      <section aria-label={t('office.people')} className="o-panel max-lg:hidden">
        <DataGridTable table={grid} caption={t('office.people')} className="o-people" />
      </section>
      <DataGridCards
        table={grid}
        label={t('office.people')}
        className="o-panel"
        card={({ original: person }) => (
          <li className="o-person">
            <Avatar name={person.fname} isLarge />
            <div className="min-w-0">
              <Name person={person} isOwn={person.cus_id === meta.ownId} />
              <span className="o-small o-muted block">{t(ROLE_TEXTS[person.role])}</span>
            </div>
            <OfficeIconButton
              icon={Ellipsis}
              label={t('office.person.edit', { name: fullName(person) })}
              aria-haspopup="dialog"
              onClick={() => meta.onTask({ kind: 'role', person })}
            />
          </li>
        )}
      />
    </>
  );
}

function ActionsHeader() {
  const { t } = useOffice();
  return <span className="sr-only">{t('office.actions')}</span>;
}

function Role({ person, onTask }: CellProps) {
  const { t } = useOffice();
  const role = t(ROLE_TEXTS[person.role]);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t('office.roleOfIs', { name: fullName(person), role })}
      onClick={() => onTask({ kind: 'role', person })}
      className="o-filter-button"
    >
      {role}
      <Icon of={ChevronDown} size="s" />
    </button>
  );
}

function Since({ person }: Pick<CellProps, 'person'>) {
  const { language } = useOffice();
  return shortDay(shopDay(Date.parse(person.created_at)), language, true);
}

function Remove({ person, onTask }: CellProps) {
  const { t } = useOffice();
  return (
    <OfficeButton
      kind="quiet"
      aria-haspopup="dialog"
      aria-label={t('office.person.removeName', { name: fullName(person) })}
      onClick={() => onTask({ kind: 'remove', person })}
    >
      {t('office.person.remove')}
    </OfficeButton>
  );
}

function Name({ person, isOwn }: { person: StaffMember; isOwn: boolean }) {
  const { t } = useOffice();
  return (
    <span className="min-w-0">
      <b className="block font-semibold">
        <LocalizedText>{fullName(person)}</LocalizedText>
        {isOwn && <span className="o-muted font-normal"> · {t('office.you')}</span>}
      </b>
      <small className="o-note">
        <Ltr className="tabular-nums">{contactOf(person)}</Ltr>
      </small>
    </span>
  );
}
