import { latinDigits } from './latin-digits';
import { readWholeNumber } from './whole-number';

/** Maximum price: ten trillion kip. More is a typing error. */
const MAX_PRICE = 10_000_000_000_000;

/** Currency at either end of a price. */
const CURRENCY = /^₭|(?:₭|kip)$/gi;
/** Groups of three with points, as Lao price lists have them. */
const WITH_POINTS = /^[1-9]\d{0,2}(?:\.\d{3}){1,4}$/;

/**
 * Parses a price: `112,000`, also `112.000`, because no amount in kip has decimals; with or without the currency. Undefined if
 * empty, null if invalid.
 */
export function readPrice(text: string): number | undefined | null {
  const typed = latinDigits(text).trim().replace(CURRENCY, '').trim();
  const price = readWholeNumber(WITH_POINTS.test(typed) ? typed.replaceAll('.', '') : typed);
  return typeof price === 'number' && price > MAX_PRICE ? null : price;
}
