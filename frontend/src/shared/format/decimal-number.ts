import { latinDigits } from './latin-digits';

/** A point or a comma before the decimals; groups of three are refused, because `1.200` is a decimal number. */
const DECIMAL = /^[+\-\u2212]?\d{1,15}(?:[.,]\d{1,15})?$/;

/**
 * Parses a typed number with decimals: `17.9757`, `17,9757`, `-3`, `໑໗.໙`. Undefined for an empty text, null for anything else
 * (`1.2.3`, `2e3`, `1 200`): a text never becomes another number.
 */
export function readDecimalNumber(text: string): number | undefined | null {
  const typed = latinDigits(text).trim();
  if (typed === '') return undefined;
  return DECIMAL.test(typed) ? Number(typed.replace(',', '.').replace('\u2212', '-')) : null;
}
