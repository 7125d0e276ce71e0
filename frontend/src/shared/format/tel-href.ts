/** `tel:` link of a telephone number: `020 0000 1234` → `tel:02000001234`. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
