import { latinDigits } from './latin-digits';

const WHOLE = /^(\d{1,15}|\d{1,3}([.,\s]\d{3}){1,4})$/;

/**
 * Whole number as people type it: `1200`, `1,200`, `1.200`, `1 200`, `໑໒໐໐`. Undefined if the text is empty, null if it
 * is anything else (`1.5`, `2e3`, `-3`): a text is never turned into another number.
 */
export function readWholeNumber(text: string): number | undefined | null {
  const typed = latinDigits(text).trim();
  if (typed === '') return undefined;
  return WHOLE.test(typed) ? Number(typed.replace(/[.,\s]/g, '')) : null;
}
