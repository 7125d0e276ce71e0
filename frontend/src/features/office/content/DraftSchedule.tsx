import { CalendarClock, CalendarX } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '@/shared/format/shop-clock';
import { useNow } from '@/shared/hooks/use-now';
import { OfficeButton } from '../OfficeButton';
import { shopDay } from '../office-dates';
import { EditField } from '../product/EditField';
import { useOffice } from '../use-office-format';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type DraftScheduleProps = {
  /** Day on which the draft is published automatically, or empty. */
  scheduled: string;
  /** Whether the published item was changed since, so that the day must be confirmed. */
  isStale: boolean;
  isSaving: boolean;
  /** Saves the draft with a day, or with an empty one. */
  onSchedule: (day: string) => void;
};

/** Choice of the day on which a draft is published automatically. */
export function DraftSchedule({ scheduled, isStale, isSaving, onSchedule }: DraftScheduleProps) {
  const { t, code } = useOffice();
  const tomorrow = shopDay(useNow(MINUTE) + DAY);
  const [day, setDay] = useState(scheduled);
  const isPast = day !== '' && day < tomorrow;
  return (
    <>
      {scheduled !== '' && !isStale && (
        <p>{t('office.draft.scheduled', { day: formatDay(scheduled, code) })}</p>
      )}
      <EditField
        label={t('office.draft.day')}
        error={isPast ? 'office.draft.pastDay' : undefined}
        hint={t('office.draft.dayHint')}
      >
        {(control) => (
          <input
            {...control}
            type="date"
            min={tomorrow}
            className="o-field"
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
      </EditField>
      <div className="o-row o-wrap">
        <OfficeButton
          icon={CalendarClock}
          disabled={isSaving || isPast || day === '' || (day === scheduled && !isStale)}
          onClick={() => onSchedule(day)}
        >
          {t('office.draft.schedule')}
        </OfficeButton>
        {scheduled !== '' && (
          <OfficeButton
            kind="link"
            icon={CalendarX}
            disabled={isSaving}
            onClick={() => onSchedule('')}
          >
            {t('office.draft.unschedule')}
          </OfficeButton>
        )}
      </div>
    </>
  );
}
