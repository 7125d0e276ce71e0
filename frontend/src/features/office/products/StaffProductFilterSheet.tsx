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
  PRODUCT_SORTS,
  productFilterCount,
  type StaffProductParams,
  type StaffProductSort,
  withoutProductFilters,
} from '../staff-product-params';
import { PRODUCT_SORT_TEXTS } from './product-labels';
import type { ProductFilterGroup } from './use-product-options';

type StaffProductFilterSheetProps = {
  params: StaffProductParams;
  groups: ProductFilterGroup[];
  onChange: (change: StaffProductParams) => void;
};

/** Filters and sort order of the product list in a sheet, on phones. */
export function StaffProductFilterSheet(props: StaffProductFilterSheetProps) {
  const { params, groups, onChange } = props;
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const count = productFilterCount(params);
  const title = t('office.filters', { count });
  return (
    <span className="lg:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={title}
        onClick={() => setOpen(true)}
        className="o-icon-btn inset-ring inset-ring-line"
      >
        <Icon of={SlidersHorizontal} />
        <CountBadge count={count} />
      </button>
      <OfficeSheet isOpen={isOpen} onOpenChange={setOpen} label={title} side="end">
        <SheetHeader title={title} onClose={() => setOpen(false)} />
        <div className="grid flex-1 content-start gap-4 overflow-auto p-5">
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
            placeholder={t(params.search ? 'office.product.sort.best' : PRODUCT_SORT_TEXTS.updated)}
            value={params.sort ?? ''}
            options={PRODUCT_SORTS.filter((sort) => params.search || sort !== 'updated').map(
              (sort) => ({ value: sort, label: t(PRODUCT_SORT_TEXTS[sort]) }),
            )}
            onChange={({ target }) =>
              onChange({ sort: (target.value || undefined) as StaffProductSort | undefined })
            }
          />
        </div>
        <SheetFooter>
          <div className="flex gap-2">
            <OfficeButton
              disabled={count === 0}
              onClick={() => onChange(withoutProductFilters(params))}
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
