import { latinDigits } from '@/shared/format/latin-digits';

/**
 * Cleans a pasted phone number or e-mail address: removes invisible characters (direction marks, zero-width spaces) and
 * converts full-width characters: `＋８５６` → `+856`, `＠` → `@`.
 */
export function cleanPasted(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

/**
 * Cleans a pasted phone number, and converts digits of other scripts to Latin ones, because the server does not accept
 * Khmer and Arabic digits.
 */
export function cleanPhone(text: string): string {
  return latinDigits(cleanPasted(text));
}
