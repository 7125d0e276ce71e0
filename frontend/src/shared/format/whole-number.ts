import { latinDigits } from './latin-digits';

/** Digits alone, or in groups of three behind one kind of separator; `0.500` is half of something, and no group. */
const WHOLE = /^(?:\d{1,15}|[1-9]\d{0,2}(?:([.,\s])\d{3})(?:\1\d{3}){0,3})$/;

/**
 * Whole number as people type it: `1200`, `1,200`, `1.200`, `1 200`, `໑໒໐໐`. Undefined if the text is empty, null if it
 * is anything else (`1.5`, `2e3`, `-3`): a text is never turned into another number.
 */
export function readWholeNumber(text: string): number | undefined | null {
  const typed = latinDigits(text).trim();
  if (typed === '') return undefined;
  return WHOLE.test(typed) ? Number(typed.replace(/[.,\s]/g, '')) : null;
}
