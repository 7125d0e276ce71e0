import { pageFormats } from './page-formats';

/**
 * Money and numbers are formatted by hand: Chromium has no Lao number data and would answer in another language's
 * style. One style serves the routed languages, so a price reads the same wherever it stands: `₭58,000.00`. The other
 * languages bring their own (`others.ts`), also with Western digits.
 */
export const KIP = '₭';
const INVALID = 'Invalid price';

/** Thousands separated by commas; fractions are cut to `decimals`. */
export function formatNumber(value: number, decimals = 0): string {
  const other = pageFormats();
  if (other) return other.number(value, decimals);
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '−' : ''}${grouped}${fraction ? `.${fraction}` : ''}`;
}

/** Kip as the API sends them: a number, or digits in a string. Anything else is no price. */
export function parseKip(value: unknown): number | null {
  const kip = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof kip === 'number' && Number.isFinite(kip) ? kip : null;
}

export function formatKip(value: unknown, decimals = 2): string {
  const kip = parseKip(value);
  return kip === null ? INVALID : `${KIP}${formatNumber(kip, decimals)}`;
}

/** `58,000` and `.00`: a price shows them in two sizes. */
export function splitDecimals(value: number): [whole: string, decimals: string] {
  const text = formatNumber(value, 2);
  return [text.slice(0, -3), text.slice(-3)];
}

/** Whether a price was cut, however little. */
export function isCut(price: number | null, original: number | null): original is number {
  return price !== null && original !== null && original > price && original > 0;
}

/** The percentage a price was cut by, a half rounded up as the shop does, or 0 when nothing was cut. */
export function discountPercent(price: number | null, original: number | null): number {
  if (price === null || !isCut(price, original)) return 0;
  return Math.floor(((original - price) * 200 + original) / (original * 2));
}

export function formatPercent(percent: number): string {
  return pageFormats()?.percent(percent) ?? `${formatNumber(percent)}%`;
}
