import { Volume2, VolumeX, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { BranchChip } from '../BranchChip';
import { ColumnMenu } from '../columns/ColumnMenu';
import type { ColumnChoice } from '../columns/column-choice';
import { FilterChoices, FilterMenu } from '../FilterMenu';
import { ListSearch } from '../ListSearch';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import type { OrderListParams } from '../order-list-params';
import { useShortcuts } from '../shell/use-shortcuts';
import { DateFilter } from './DateFilter';
import { DayFilter } from './DayFilter';
import { isSoundOn, playNewOrder, setSoundOn } from './new-order-sound';
import { OrderFilterSheet } from './OrderFilterSheet';
import { ORDER_COLUMNS, type OrderColumn } from './order-columns';
import { chosenLabel, useFilterOptions } from './use-filter-options';

type OrderFiltersProps = {
  params: OrderListParams;
  columns: ColumnChoice<OrderColumn>;
  onChange: (change: OrderListParams) => void;
};

/** Search and filters of the list: side by side on desktops, in a sheet on phones. */
export function OrderFilters({ params, columns, onChange }: OrderFiltersProps) {
  const t = useT();
  const groups = useFilterOptions(params);
  const row = useRef<HTMLDivElement>(null);
  useShortcuts({
    f: () => row.current?.querySelector<HTMLElement>('.o-filter-button')?.focus(),
  });
  return (
    <div ref={row} className="o-filters">
      <ListSearch
        label={t('office.search')}
        value={params.search ?? ''}
        onSearch={(search) => onChange({ search })}
      />
      {params.cus_id !== undefined && (
        <OfficeButton
          icon={X}
          aria-label={t('office.filter.clear', {
            name: t('office.filter.customer', { id: String(params.cus_id) }),
          })}
          onClick={() => onChange({ cus_id: undefined })}
        >
          {t('office.filter.customer', { id: String(params.cus_id) })}
        </OfficeButton>
      )}
      {typeof params.branch_id === 'number' && (
        <BranchChip
          branchId={params.branch_id}
          onClear={() => onChange({ branch_id: undefined })}
          className="min-w-0 max-w-40 lg:hidden"
        />
      )}
      <span className="o-row max-lg:hidden">
        <DateFilter params={params} onChange={onChange} />
        <DayFilter params={params} onChange={onChange} />
        {groups.map((group) => (
          <FilterMenu
            key={group.name}
            label={group.label}
            value={chosenLabel(group, params)}
            onClear={() => onChange({ [group.name]: undefined })}
          >
            {(close) => (
              <FilterChoices
                label={group.label}
                choices={group.choices}
                list={group.list}
                value={params[group.name] === undefined ? undefined : String(params[group.name])}
                onChoose={(value) => {
                  onChange({ [group.name]: value });
                  close();
                }}
              />
            )}
          </FilterMenu>
        ))}
      </span>
      <span className="o-grow max-lg:hidden" />
      <ColumnMenu columns={ORDER_COLUMNS} choice={columns} />
      <SoundSwitch />
      <OrderFilterSheet params={params} groups={groups} onChange={onChange} />
    </div>
  );
}

/** Switch for the sound of a new order. Switching it on plays it once. */
function SoundSwitch() {
  const t = useT();
  const [isOn, setOn] = useState(isSoundOn);
  return (
    <OfficeIconButton
      icon={isOn ? Volume2 : VolumeX}
      label={t('office.sound')}
      aria-pressed={isOn}
      onClick={() => {
        setSoundOn(!isOn);
        setOn(!isOn);
        if (!isOn) playNewOrder();
      }}
    />
  );
}
