import { pageFormats } from './page-formats';

/**
 * Money and numbers are formatted without `Intl`, because Chromium has no Lao number data and would use another
 * language's style. All routed languages have the same style: `₭58,000.00`. The other languages have their own
 * (`unrouted-formats.ts`), also with Western digits.
 */
export const KIP = '₭';
const INVALID = 'Invalid price';

/** Formats a number with thousands separators; fractions are cut to `decimals`. */
export function formatNumber(value: number, decimals = 0): string {
  const other = pageFormats();
  if (other) return other.number(value, decimals);
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '−' : ''}${grouped}${fraction ? `.${fraction}` : ''}`;
}

/** Parses kip as the API sends them: a number, or digits in a string. Null for anything else. */
export function parseKip(value: unknown): number | null {
  const kip = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof kip === 'number' && Number.isFinite(kip) ? kip : null;
}

export function formatKip(value: unknown, decimals = 2): string {
  const kip = parseKip(value);
  return kip === null ? INVALID : `${KIP}${formatNumber(kip, decimals)}`;
}

/** Splits a price into `58,000` and `.00`, which have different font sizes. */
export function splitDecimals(value: number): [whole: string, decimals: string] {
  const text = formatNumber(value, 2);
  return [text.slice(0, -3), text.slice(-3)];
}

/** Whether a price is reduced, by any amount. */
export function isCut(price: number | null, original: number | null): original is number {
  return price !== null && original !== null && original > price && original > 0;
}

/** Discount in whole percent, half rounded up like the server, or 0 without a discount. */
export function discountPercent(price: number | null, original: number | null): number {
  if (price === null || !isCut(price, original)) return 0;
  return Math.floor(((original - price) * 200 + original) / (original * 2));
}

export function formatPercent(percent: number): string {
  return pageFormats()?.percent(percent) ?? `${formatNumber(percent)}%`;
}
