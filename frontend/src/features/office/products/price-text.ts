import { readWholeNumber } from '@/shared/format/whole-number';

/** Maximum price: ten trillion kip. More is a typing error. */
export const MAX_PRICE = 10_000_000_000_000;

/** Currency at either end of a price. */
const CURRENCY = /^₭|(?:₭|kip)$/gi;

/** Parses a price: `112,000`, with or without the currency. Undefined if empty, null if invalid. */
export function readPrice(text: string): number | undefined | null {
  const price = readWholeNumber(text.trim().replace(CURRENCY, ''));
  return typeof price === 'number' && price > MAX_PRICE ? null : price;
}
