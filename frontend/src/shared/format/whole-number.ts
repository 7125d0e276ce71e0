import { latinDigits } from './latin-digits';

/** Digits alone, or groups of three with one kind of separator; `0,500` is not such a group. */
const WHOLE = /^(?:\d{1,15}|[1-9]\d{0,2}(?:([,٬\s])\d{3})(?:\1\d{3}){0,3})$/;

/**
 * Parses a typed whole number: `1200`, `1,200`, `1 200`, `1٬200`, `໑໒໐໐`. Undefined for an empty text, null for anything
 * else (`1.5`, `2e3`, `-3`): a text never becomes another number. A point is the decimal mark of the shop, so that `1.500` is
 * refused; only `readPrice` takes it for a group.
 */
export function readWholeNumber(text: string): number | undefined | null {
  const typed = latinDigits(text).trim();
  if (typed === '') return undefined;
  return WHOLE.test(typed) ? Number(typed.replace(/[,٬\s]/g, '')) : null;
}
