import type { LanguageCode } from '@/shared/i18n/languages';
import { pageFormats } from './page-formats';

/** Laos keeps UTC+7 all year, so the shop's clock needs no time-zone data. */
const OFFSET = 7 * 60 * 60 * 1000;
const MINUTE = 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;

const OPENS = '8:00';
const CLOSES = '18:00';

/** Opening and closing time, such as `8:00`. */
export type OpeningHours = { opens: string; closes: string };

/** Parses `08:00-18:00`; missing parts get the usual hours. */
export function openingHours(hours = ''): OpeningHours {
  const [opens, closes] = hours.split(/[-–]/).map((time) => time.trim().replace(/^0(?=\d)/, ''));
  return { opens: opens || OPENS, closes: closes || CLOSES };
}

/**
 * Whether a shop is open: from its opening until before its closing, which is on the next day if it is not later. Times
 * that make no sense are 8 and 18.
 */
export function isOpenAt({ opens, closes }: OpeningHours, now: number): boolean {
  const minute = Math.floor((now + OFFSET) / MINUTE) % (DAY / MINUTE);
  const from = minutesOf(opens) ?? minutesOf(OPENS) ?? 0;
  const until = minutesOf(closes) ?? minutesOf(CLOSES) ?? 0;
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(time.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  return Number(hours) * 60 + Number(minutes);
}

/** The time in Vientiane, such as `09:05`. */
export function shopTime(now: number): string {
  const local = new Date(now + OFFSET);
  const [hour, minute] = [local.getUTCHours(), local.getUTCMinutes()];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** The year in Vientiane. */
export const shopYear = (now: number): number => new Date(now + OFFSET).getUTCFullYear();

/** Days a promotion still runs, counting its last day: 1 = today only, 0 or less = over. */
export function daysLeft(ends: string, now: number): number {
  const last = Date.parse(`${ends}T00:00:00Z`);
  const today = Math.floor((now + OFFSET) / DAY) * DAY;
  return Math.round((last - today) / DAY) + 1;
}

const LAO_MONTHS = [
  'ມັງກອນ',
  'ກຸມພາ',
  'ມີນາ',
  'ເມສາ',
  'ພຶດສະພາ',
  'ມິຖຸນາ',
  'ກໍລະກົດ',
  'ສິງຫາ',
  'ກັນຍາ',
  'ຕຸລາ',
  'ພະຈິກ',
  'ທັນວາ',
];
const ENGLISH_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const THAI_MONTHS = [
  'มกราคม',
  'กุมภาพันธ์',
  'มีนาคม',
  'เมษายน',
  'พฤษภาคม',
  'มิถุนายน',
  'กรกฎาคม',
  'สิงหาคม',
  'กันยายน',
  'ตุลาคม',
  'พฤศจิกายน',
  'ธันวาคม',
];

/** Formats a calendar date (`2026-11-21`, or the start of an RFC 3339 time in +07:00), Gregorian in every language. */
export function formatDay(day: string, code: LanguageCode): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number);
  if (!year || !month || !date) return '';
  const other = pageFormats();
  if (other) return other.day(year, month, date);
  switch (code) {
    case 'la':
      return `${date} ${LAO_MONTHS[month - 1]} ${year}`;
    case 'th':
      return `${date} ${THAI_MONTHS[month - 1]} ${year}`;
    case 'cn':
      return `${year}年${month}月${date}日`;
    case 'vn':
      return `${date} tháng ${month}, ${year}`;
    default:
      return `${date} ${ENGLISH_MONTHS[month - 1]} ${year}`;
  }
}
