import { latinDigits } from '@/shared/format/latin-digits';

/**
 * A pasted phone number or e-mail address without what cannot be seen (marks of direction, zero-width spaces), and with
 * full-width characters as plain ones: `＋８５６` → `+856`, `＠` → `@`.
 */
export function cleanPasted(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

/** The same for a phone number, with digits of other scripts as Latin ones: the shop reads those of Khmer and Arabic in no other form. */
export function cleanPhone(text: string): string {
  return latinDigits(cleanPasted(text));
}
