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
