import { toUnicode } from 'punycode/punycode.es6.js';

/** Scripts without letters that look like Latin ones. Other internationalized names stay in punycode. */
const SHOWN =
  /^[\p{Script=Lao}\p{Script=Thai}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Devanagari}\p{M}\p{Nd}-]+$/u;

/** Domain of an address as it is read: `heuan.example`, `ຮ້ານ.ລາວ`. */
export function domainOf(href: string): string {
  if (!URL.canParse(href)) return href;
  return readableDomain(new URL(href).hostname.replace(/^www\./, ''));
}

/** Decodes the labels of a domain that cannot be mistaken for Latin ones. */
export function readableDomain(domain: string): string {
  return domain
    .split('.')
    .map((label) => {
      if (!/^xn--/i.test(label)) return label;
      try {
        const decoded = toUnicode(label.toLowerCase());
        return SHOWN.test(decoded) ? decoded : label;
      } catch {
        return label;
      }
    })
    .join('.');
}

/** An address as it is read: as it was written, with a readable host. */
export function readableAddress(address: string): string {
  return address.replace(
    /^((?:https?:)?\/\/)?([^/?#:@]+)/i,
    (_, scheme = '', host) => scheme + readableDomain(host),
  );
}
