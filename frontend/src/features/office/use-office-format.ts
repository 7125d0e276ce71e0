import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { type Duration, durationOf, officeLanguage } from './office-dates';

const DURATIONS: Record<Duration['unit'], MessageKey> = {
  minutes: 'office.minutes',
  hours: 'office.hours',
  days: 'office.days',
};

/** Formats a duration: `12 min`; "just now" below a minute. */
export function durationText(t: Translate, ms: number): string {
  const duration = durationOf(ms);
  return duration ? t(DURATIONS[duration.unit], { count: duration.count }) : t('office.justNow');
}

/** Translator, language of the back office, and whether catalog texts are English. */
export function useOffice() {
  const t = useT();
  const language = useLanguage();
  return { t, language: officeLanguage(language), code: language.code };
}
