import type { Formats } from './page-formats';

/** Chromium has no Khmer data and would answer in the style of the device's own language. */
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
/** Whose style a language without data of its own borrows. */
const BORROWED: Record<string, string> = { km: 'en' };

/** Figures and dates of a language without a route. Digits are Western everywhere, the calendar Gregorian. */
export function formatsOf(tag: string): Formats {
  const locale = `${BORROWED[tag] ?? tag}-u-nu-latn-ca-gregory`;
  // A page writes hundreds of prices, and a format is dear to make.
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
