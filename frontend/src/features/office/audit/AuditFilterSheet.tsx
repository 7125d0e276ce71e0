import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { SelectField } from '@/shared/forms/SelectField';
import { useT } from '@/shared/i18n/language-context';
import { CountBadge } from '@/shared/ui/CountBadge';
import { Icon } from '@/shared/ui/Icon';
import { SheetFooter } from '@/shared/ui/SheetFooter';
import { SheetHeader } from '@/shared/ui/SheetHeader';
import { ChoicesNote } from '../ChoicesNote';
import type { ChoicesList } from '../choices-list';
import { OfficeButton } from '../OfficeButton';
import { OfficeSheet } from '../OfficeSheet';
import { DayRange } from '../orders/DateFilter';
import type { AuditFiltersProps, PersonChoice } from './AuditFilters';
import { auditFilterCount } from './audit-params';

type AuditFilterSheetProps = AuditFiltersProps & { people: PersonChoice[]; list: ChoicesList };

/** Filters of the audit log in a sheet, on phones. */
export function AuditFilterSheet({ params, people, list, onChange }: AuditFilterSheetProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const count = auditFilterCount(params);
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
          <DayRange params={params} onChange={onChange} />
          <div>
            <SelectField
              label={t('office.filter.person')}
              placeholder={t('office.filter.any')}
              value={params.cus_id === undefined ? '' : String(params.cus_id)}
              options={people}
              onChange={({ target }) =>
                onChange({ cus_id: target.value ? Number(target.value) : undefined })
              }
            />
            <ChoicesNote list={list} isEmpty={people.length === 0} />
          </div>
        </div>
        <SheetFooter>
          <div className="flex gap-2">
            <OfficeButton
              disabled={count === 0}
              onClick={() => onChange({ cus_id: undefined, from: undefined, to: undefined })}
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
