import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { type ChoicesList, choicesList, withChosen } from '../choices-list';
import { FilterChoices, FilterMenu } from '../FilterMenu';
import { ListSearch } from '../ListSearch';
import { DateFilter } from '../orders/DateFilter';
import { allPeopleQuery } from '../people/staff-people-api';
import { useShortcuts } from '../shell/use-shortcuts';
import { fullName } from '../staff-access';
import { AuditFilterSheet } from './AuditFilterSheet';
import type { AuditParams } from './audit-params';

export type AuditFiltersProps = {
  params: AuditParams;
  onChange: (change: AuditParams) => void;
};

/** Search and filters of the audit log: side by side on desktops, in a sheet on phones. */
export function AuditFilters({ params, onChange }: AuditFiltersProps) {
  const t = useT();
  const row = useRef<HTMLDivElement>(null);
  const { people, list } = usePersonChoices(params.cus_id);
  const chosen = params.cus_id === undefined ? undefined : String(params.cus_id);
  useShortcuts({
    f: () => row.current?.querySelector<HTMLElement>('.o-filter-button')?.focus(),
  });
  return (
    <div ref={row} className="o-filters">
      <ListSearch
        label={t('office.auditSearch')}
        value={params.search ?? ''}
        onSearch={(search) => onChange({ search })}
      />
      <span className="o-row max-lg:hidden">
        <DateFilter params={params} onChange={onChange} />
        <FilterMenu
          label={t('office.filter.person')}
          value={people.find(({ value }) => value === chosen)?.label}
          onClear={() => onChange({ cus_id: undefined })}
        >
          {(close) => (
            <FilterChoices
              label={t('office.filter.person')}
              choices={people}
              list={list}
              value={chosen}
              onChoose={(value) => {
                onChange({ cus_id: value === undefined ? undefined : Number(value) });
                close();
              }}
            />
          )}
        </FilterMenu>
      </span>
      <span className="o-grow max-lg:hidden" />
      <span className="o-row o-small o-muted max-lg:hidden">
        <Icon of={Lock} size="s" />
        {t('office.auditLocked')}
      </span>
      <AuditFilterSheet params={params} people={people} list={list} onChange={onChange} />
    </div>
  );
}

export type PersonChoice = { value: string; label: string };

/** Choices of the person filter: the staff, and the person in the address, who may no longer be a member. */
function usePersonChoices(cusId: number | undefined): {
  people: PersonChoice[];
  list: ChoicesList;
} {
  const t = useT();
  const query = useQuery(allPeopleQuery);
  const { data = [] } = query;
  const list = choicesList(query);
  const choices = data.map((person) => ({
    value: String(person.cus_id),
    label: fullName(person),
  }));
  const people = withChosen(choices, cusId, (value) => ({
    value,
    label: list.state === 'loading' ? t('state.loading') : t('office.accountNumber', { id: value }),
  }));
  return { people, list };
}
