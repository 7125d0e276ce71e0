import type { Translate } from '@/shared/i18n/load-messages';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Short date of the Thai locale, day first: `21/11/26`. Its digits are the same in every language. */
const form = (timeStyle?: 'short') =>
  new Intl.DateTimeFormat('th-TH-u-ca-gregory-nu-latn', {
    dateStyle: 'short',
    timeStyle,
    timeZone: 'Asia/Vientiane',
  });

/** Created with the first displayed date, because it takes 60 ms on a phone and most users never open the list. */
let short: Intl.DateTimeFormat | undefined;
let exact: Intl.DateTimeFormat | undefined;

/** Age on the first day, the date later. A wrong clock never shows a future time. */
export function formatAge(at: string, now: number, t: Translate): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return '';
  const age = Math.max(0, now - time);
  if (age < MINUTE) return t('notifications.now');
  if (age < HOUR) return t('notifications.minutes', { count: Math.floor(age / MINUTE) });
  if (age < DAY) return t('notifications.hours', { count: Math.floor(age / HOUR) });
  short ??= form();
  return short.format(time);
}

export function formatExactTime(at: string): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return '';
  exact ??= form('short');
  return exact.format(time);
}
