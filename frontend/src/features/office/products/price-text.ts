import { readWholeNumber } from '@/shared/format/whole-number';

/** Ten trillion kip; more is a typing error. */
export const MAX_PRICE = 10_000_000_000_000;

/** A price as it is typed: `112,000`, with or without the sign of the kip. Undefined when empty, null when it is none. */
export function readPrice(text: string): number | undefined | null {
  const price = readWholeNumber(text.replace(/[₭]|kip$/gi, ''));
  return typeof price === 'number' && price > MAX_PRICE ? null : price;
}
