import type { MessageKey } from '@/shared/i18n/load-messages';
import { daysBefore } from '../office-dates';

export type DateRange = { from: string | undefined; to: string | undefined };

const PRESETS: { days: number; text: MessageKey }[] = [
  { days: 1, text: 'office.date.today' },
  { days: 7, text: 'office.date.week' },
  { days: 30, text: 'office.date.month' },
];

/** Preset ranges that end today. */
export const presetRanges = (today: string) =>
  PRESETS.map(({ days, text }) => ({
    text,
    range: { from: daysBefore(today, days - 1), to: undefined } satisfies DateRange,
  }));

/** Label of the preset that equals a range, if there is one. */
export function presetOf({ from, to }: DateRange, today: string): MessageKey | undefined {
  if (!from || (to && to !== today)) return undefined;
  return presetRanges(today).find(({ range }) => range.from === from)?.text;
}
