import { readWholeNumber } from '@/shared/format/whole-number';

/** Maximum price: ten trillion kip. More is a typing error. */
export const MAX_PRICE = 10_000_000_000_000;

/** Parses a price: `112,000`, with or without the currency sign. Undefined if empty, null if invalid. */
export function readPrice(text: string): number | undefined | null {
  const price = readWholeNumber(text.replace(/[₭]|kip$/gi, ''));
  return typeof price === 'number' && price > MAX_PRICE ? null : price;
}
