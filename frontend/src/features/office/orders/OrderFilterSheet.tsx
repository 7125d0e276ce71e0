import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { SelectField } from '@/shared/forms/SelectField';
import { useT } from '@/shared/i18n/language-context';
import { CountBadge } from '@/shared/ui/CountBadge';
import { Icon } from '@/shared/ui/Icon';
import { SheetFooter } from '@/shared/ui/SheetFooter';
import { SheetHeader } from '@/shared/ui/SheetHeader';
import { ChoicesNote } from '../ChoicesNote';
import { OfficeButton } from '../OfficeButton';
import { OfficeSheet } from '../OfficeSheet';
import {
  filterCount,
  ORDER_SORTS,
  type OrderListParams,
  type OrderSort,
  withoutFilters,
} from '../order-list-params';
import { DayRange } from './DateFilter';
import { DayField, useDayChoices } from './DayFilter';
import { SORT_TEXTS } from './sort-texts';
import type { FilterGroup } from './use-filter-options';

type OrderFilterSheetProps = {
  params: OrderListParams;
  groups: FilterGroup[];
  onChange: (change: OrderListParams) => void;
};

/** Filters and sort order of the list in a sheet, on phones. */
export function OrderFilterSheet({ params, groups, onChange }: OrderFilterSheetProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(params);
  const days = useDayChoices();
  const word = days.find(({ value }) => value === params.delivery_day)?.value;
  return (
    <span className="lg:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('office.filters', { count })}
        onClick={() => setOpen(true)}
        className="o-icon-btn inset-ring inset-ring-line"
      >
        <Icon of={SlidersHorizontal} />
        <CountBadge count={count} />
      </button>
      <OfficeSheet
        isOpen={isOpen}
        onOpenChange={setOpen}
        label={t('office.filters', { count })}
        side="end"
      >
        <SheetHeader title={t('office.filters', { count })} onClose={() => setOpen(false)} />
        <div className="grid flex-1 content-start gap-4 overflow-auto p-5">
          <DayRange params={params} onChange={onChange} />
          <SelectField
            label={t('office.filter.day')}
            placeholder={t('office.filter.any')}
            value={word ?? ''}
            options={days}
            onChange={({ target }) => onChange({ delivery_day: target.value || undefined })}
          />
          <DayField params={params} onChange={onChange} />
          {groups.map(({ name, label, choices, list }) => (
            <div key={name}>
              <SelectField
                label={label}
                placeholder={t('office.filter.any')}
                value={params[name] ?? ''}
                options={choices}
                onChange={({ target }) => onChange({ [name]: target.value || undefined })}
              />
              {list && <ChoicesNote list={list} isEmpty={choices.length === 0} />}
            </div>
          ))}
          <SelectField
            label={t('office.sort')}
            placeholder={t(SORT_TEXTS.newest)}
            value={params.sort ?? ''}
            options={ORDER_SORTS.filter((sort) => sort !== 'newest').map((sort) => ({
              value: sort,
              label: t(SORT_TEXTS[sort]),
            }))}
            onChange={({ target }) => onChange({ sort: target.value as OrderSort })}
          />
        </div>
        <SheetFooter>
          <div className="flex gap-2">
            <OfficeButton
              disabled={count === 0}
              onClick={() => onChange(withoutFilters(params))}
              className="flex-1"
            >
              {t('office.filter.clearAll')}
            </OfficeButton>
            <OfficeButton kind="primary" onClick={() => setOpen(false)} className="flex-1">
              {t('office.filter.show')}
            </OfficeButton>
          </div>
        </SheetFooter>
      </OfficeSheet>
    </span>
  );
}
