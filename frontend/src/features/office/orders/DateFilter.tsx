import { shopNow } from '@/shared/api/shop-time';
import { useT } from '@/shared/i18n/language-context';
import { FilterChoices, FilterMenu } from '../FilterMenu';
import { shopDay, shortDay } from '../office-dates';
import { useOffice } from '../use-office-format';
import { presetOf, presetRanges } from './date-ranges';

type Days = { from?: string; to?: string };
type DateFilterProps = {
  params: Days;
  onChange: (change: Days) => void;
};

/** Filter by date: a preset that ends today, or a range of days. */
export function DateFilter({ params, onChange }: DateFilterProps) {
  const { t, language } = useOffice();
  const { from, to } = params;
  const today = shopDay(shopNow());
  const preset = presetOf({ from, to }, today);
  const dayText = (day: string | undefined) => (day ? shortDay(day, language) : '…');
  const isSet = from !== undefined || to !== undefined;
  const value = preset ? t(preset) : isSet ? `${dayText(from)} – ${dayText(to)}` : undefined;
  return (
    <FilterMenu
      label={t('office.filter.date')}
      value={value}
      onClear={() => onChange({ from: undefined, to: undefined })}
    >
      {(close) => (
        <>
          <FilterChoices
            label={t('office.filter.date')}
            choices={presetRanges(today).map(({ text }) => ({ value: text, label: t(text) }))}
            value={preset}
            onChoose={(chosen) => {
              const range = presetRanges(today).find(({ text }) => text === chosen)?.range;
              onChange(range ?? { from: undefined, to: undefined });
              close();
            }}
          />
          <DayRange params={params} onChange={onChange} />
        </>
      )}
    </FilterMenu>
  );
}

/** First and last day, each optional. */
export function DayRange({ params: { from, to }, onChange }: DateFilterProps) {
  const t = useT();
  return (
    <div className="o-range">
      <label>
        {t('office.date.from')}
        <input
          type="date"
          value={from ?? ''}
          max={to}
          onChange={({ target }) => onChange({ from: target.value || undefined })}
          className="o-date"
        />
      </label>
      <label>
        {t('office.date.to')}
        <input
          type="date"
          value={to ?? ''}
          min={from}
          onChange={({ target }) => onChange({ to: target.value || undefined })}
          className="o-date"
        />
      </label>
    </div>
  );
}
