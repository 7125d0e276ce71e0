import type { Formats } from './page-formats';

/** Khmer month names, because Chromium has no Khmer data and would use the style of the device's language. */
const KHMER_MONTHS = [
  'មករា',
  'កុម្ភៈ',
  'មីនា',
  'មេសា',
  'ឧសភា',
  'មិថុនា',
  'កក្កដា',
  'សីហា',
  'កញ្ញា',
  'តុលា',
  'វិច្ឆិកា',
  'ធ្នូ',
];
/** Languages whose number format another language without data uses. */
const BORROWED: Record<string, string> = { km: 'en' };

/** Number and date formats of an unrouted language. Digits are Western and the calendar is Gregorian everywhere. */
export function formatsOf(tag: string): Formats {
  const locale = `${BORROWED[tag] ?? tag}-u-nu-latn-ca-gregory`;
  // Cached, because a page formats hundreds of prices and creating a format is expensive.
  const styles = new Map<number, Intl.NumberFormat>();
  const styleOf = (decimals: number) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: 'always',
    });
  const number = (value: number, decimals: number) => {
    const style = styles.get(decimals) ?? styleOf(decimals);
    styles.set(decimals, style);
    const text = style.format(Math.abs(value));
    return value < 0 ? `−${text}` : text;
  };
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    number,
    percent: (value) => percent.format(value / 100),
    day: (year, month, date) =>
      tag === 'km'
        ? `${date} ${KHMER_MONTHS[month - 1]} ${year}`
        : day.format(Date.UTC(year, month - 1, date)),
  };
}
