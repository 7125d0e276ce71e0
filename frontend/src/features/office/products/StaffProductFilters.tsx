import { useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { ColumnMenu } from '../columns/ColumnMenu';
import type { ColumnChoice } from '../columns/column-choice';
import { FilterMenu } from '../FilterMenu';
import { ListSearch } from '../ListSearch';
import { SearchableChoices } from '../SearchableChoices';
import { useShortcuts } from '../shell/use-shortcuts';
import type { StaffProductParams } from '../staff-product-params';
import { PRODUCT_COLUMNS, type ProductColumn } from './product-columns';
import { StaffProductFilterSheet } from './StaffProductFilterSheet';
import { productChoice, useProductOptions } from './use-product-options';

type StaffProductFiltersProps = {
  params: StaffProductParams;
  columns: ColumnChoice<ProductColumn>;
  onChange: (change: StaffProductParams) => void;
};

/** Search and filters of the product list: side by side on desktops, in a sheet on phones. */
export function StaffProductFilters({ params, columns, onChange }: StaffProductFiltersProps) {
  const t = useT();
  const groups = useProductOptions(params);
  const row = useRef<HTMLDivElement>(null);
  useShortcuts({
    f: () => row.current?.querySelector<HTMLElement>('.o-filter-button')?.focus(),
  });
  return (
    <div ref={row} className="o-filters">
      <ListSearch
        label={t('office.product.search')}
        value={params.search ?? ''}
        onSearch={(search) => onChange({ search, sort: undefined })}
      />
      <span className="o-row max-lg:hidden">
        {groups.map((group) => (
          <FilterMenu
            key={group.name}
            label={group.label}
            value={productChoice(group, params)}
            onClear={() => onChange({ [group.name]: undefined })}
          >
            {(close) => (
              <SearchableChoices
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
      <ColumnMenu columns={PRODUCT_COLUMNS} choice={columns} />
      <StaffProductFilterSheet params={params} groups={groups} onChange={onChange} />
    </div>
  );
}
