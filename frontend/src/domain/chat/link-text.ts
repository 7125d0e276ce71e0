export type TextPart = { text: string; href?: string };

const MAX_LINKS = 20;
const LINK = /\bhttps?:\/\/[^\s<>"'“”«»]+/gi;
/** Punctuation that ends a sentence rather than an address. */
const TAIL = /[.,;:!?…\])}'"”»]$/;
const OPENED: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Splits a text at its web addresses. Only http and https become links. */
export function linkText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of [...text.matchAll(LINK)].slice(0, MAX_LINKS)) {
    const href = readable(match[0]);
    if (!href) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: href, href });
    end = match.index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function readable(found: string): string | null {
  let href = found;
  while (TAIL.test(href) && !closesItsOwn(href)) href = href.slice(0, -1);
  return URL.canParse(href) ? href : null;
}

/** Whether a closing bracket belongs to the address, because it was opened within it. */
function closesItsOwn(href: string): boolean {
  const close = href.at(-1) ?? '';
  const open = OPENED[close];
  return open !== undefined && href.split(open).length >= href.split(close).length;
}

/** Distinct addresses in a text. */
export const linksIn = (text: string): string[] => [
  ...new Set(linkText(text).flatMap(({ href }) => href ?? [])),
];

/** Whether two addresses mean the same page. The server stores the normalized form without a fragment. */
export function isSamePage(one: string, other: string): boolean {
  return pageOf(one) === pageOf(other);
}

function pageOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

/** Domain of an address, such as `heuan.example`. */
export const domainOf = (href: string): string =>
  URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : href;

/** Id of the product that an address in this shop leads to. */
export function productIdOf(url: string): string | null {
  return /^(?:\/[a-z]{2})?\/shop\/(\d{1,18})(?:[?#]|$)/.exec(url)?.[1] ?? null;
}
