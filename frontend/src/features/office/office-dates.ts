import type { Language } from '@/shared/i18n/languages';

/** Offset of Laos, which is UTC+7 all year. */
const OFFSET_MS = 7 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const NAMES = {
  la: {
    days: ['ອາທິດ', 'ຈັນ', 'ອັງຄານ', 'ພຸດ', 'ພະຫັດ', 'ສຸກ', 'ເສົາ'],
    months: 'ມ.ກ. ກ.ພ. ມ.ນ. ມ.ສ. ພ.ພ. ມິ.ຖ. ກ.ລ. ສ.ຫ. ກ.ຍ. ຕ.ລ. ພ.ຈ. ທ.ວ.'.split(' '),
  },
  en: {
    days: 'Sun Mon Tue Wed Thu Fri Sat'.split(' '),
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  },
};

/** Language of the back office: Lao, or English for all other languages. */
export const officeLanguage = ({ code, messages = code }: Language): 'la' | 'en' =>
  messages === 'la' ? 'la' : 'en';

const local = (ms: number) => new Date(ms + OFFSET_MS);

/** Date in Vientiane: `2026-11-21`. */
export const shopDay = (now: number): string => local(now).toISOString().slice(0, 10);

/** Date a number of days earlier. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

export const weekdayOf = (day: string, language: 'la' | 'en'): string =>
  NAMES[language].days[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';

/** Formats a date: `21 Nov 2026`, or without the year. */
export function shortDay(day: string, language: 'la' | 'en', withYear = false): string {
  const [year, month, date] = day.split('-').map(Number);
  const text = `${date} ${NAMES[language].months[(month ?? 1) - 1]}`;
  return withYear ? `${text} ${year}` : text;
}

/** Time in Vientiane: `16:04`. */
export const shopTime = (at: string): string => {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? '' : local(ms).toISOString().slice(11, 16);
};

/** Time in Vientiane with seconds: `16:04:12`. */
export const shopSecond = (at: string): string => {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? '' : local(ms).toISOString().slice(11, 19);
};

/** Date of a time: `21 Nov`, with the year unless it is the current one. */
export function shortDayOf(at: string, now: number, language: 'la' | 'en'): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return '';
  const day = shopDay(ms);
  return shortDay(day, language, day.slice(0, 4) !== shopDay(now).slice(0, 4));
}

/** Shortest clear form of a time: `16:04` today, `Fri 20` this week, otherwise `3 Nov`. */
export function shortMoment(at: string, now: number, language: 'la' | 'en'): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return '';
  const day = shopDay(ms);
  const today = shopDay(now);
  if (day === today) return shopTime(at);
  if (day > daysBefore(today, 7) && day < today) {
    return `${weekdayOf(day, language)} ${Number(day.slice(8))}`;
  }
  return shortDay(day, language, day.slice(0, 4) !== today.slice(0, 4));
}

/** Time, and its day unless that is today: `16:04`, `2 Dec, 05:04`. */
export function dayAndTime(at: string, now: number, language: 'la' | 'en'): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms) || shopDay(ms) === shopDay(now)) return shopTime(at);
  return `${shortDayOf(at, now, language)}, ${shopTime(at)}`;
}

/** Date and time: `21 Nov 2026, 15:31`. */
export const fullMoment = (at: string, language: 'la' | 'en'): string => {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? '' : `${shortDay(shopDay(ms), language, true)}, ${shopTime(at)}`;
};

export type Duration = { unit: 'minutes' | 'hours' | 'days'; count: number };

/** A duration in its largest whole unit; undefined below a minute. */
export function durationOf(ms: number): Duration | undefined {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return undefined;
  if (minutes < 60) return { unit: 'minutes', count: minutes };
  if (minutes < 24 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) };
}
