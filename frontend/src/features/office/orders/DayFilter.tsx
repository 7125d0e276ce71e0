import { FilterChoices, FilterMenu } from '../FilterMenu';
import { shortDay } from '../office-dates';
import { DAY_WORDS } from '../order-list-params';
import { useOffice } from '../use-office-format';

type Day = { delivery_day?: string | undefined };
type DayFilterProps = {
  params: Day;
  onChange: (change: { delivery_day: string | undefined }) => void;
};

const TEXTS = {
  today: 'office.date.today',
  tomorrow: 'office.day.tomorrow',
  overdue: 'office.day.overdue',
  none: 'office.day.none',
} as const;

const wordOf = (value: string | undefined) => DAY_WORDS.find((word) => word === value);

/** Choices of the filter by delivery day, besides a certain day. */
export function useDayChoices() {
  const { t } = useOffice();
  return DAY_WORDS.map((word) => ({ value: word, label: t(TEXTS[word]) }));
}

/** Filter by the planned day of the delivery or pick-up: today, tomorrow, overdue, without a day, or a certain day. */
export function DayFilter({ params, onChange }: DayFilterProps) {
  const { t, language } = useOffice();
  const { delivery_day: value } = params;
  const choices = useDayChoices();
  const word = wordOf(value);
  const chosen = word ? t(TEXTS[word]) : value && shortDay(value, language);
  return (
    <FilterMenu
      label={t('office.filter.day')}
      value={chosen}
      onClear={() => onChange({ delivery_day: undefined })}
    >
      {(close) => (
        <>
          <FilterChoices
            label={t('office.filter.day')}
            choices={choices}
            value={word}
            onChoose={(day) => {
              onChange({ delivery_day: day });
              close();
            }}
          />
          <DayField params={params} onChange={onChange} />
        </>
      )}
    </FilterMenu>
  );
}

/** Field of a certain day. */
export function DayField({ params: { delivery_day: value }, onChange }: DayFilterProps) {
  const { t } = useOffice();
  return (
    <div className="o-range">
      <label>
        {t('office.day.on')}
        <input
          type="date"
          value={wordOf(value) ? '' : (value ?? '')}
          onChange={({ target }) => onChange({ delivery_day: target.value || undefined })}
          className="o-date"
        />
      </label>
    </div>
  );
}
