import { readableDomain } from './domain-of';

export type TextPart = { text: string; href?: string };

const MAX_LINKS = 20;
/** Maximum UTF-8 bytes of an address with a preview, as in the chat service. A longer one is a link alone. */
const MAX_BYTES = 2048;
/**
 * Letters of scripts in which a word follows an address without a space: Lao, Thai, Myanmar, Khmer, Chinese and Japanese, and
 * Korean, whose particles do.
 */
const UNSPACED =
  '\\u0E00-\\u0EFF\\u1000-\\u109F\\u1100-\\u11FF\\u1780-\\u17FF\\u3005-\\u3007\\u3040-\\u30FF\\u3130-\\u318F\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uA960-\\uA97F\\uAC00-\\uD7FF\\uF900-\\uFAFF\\u{20000}-\\u{3FFFF}';
/** Spaces, quotes, and punctuation of Chinese and Japanese. */
const NEVER = '\\s<>"“”«»。，、！？；：（）「」『』《》';
/** A label of a host is written in such a script or has none of its letters, so text that follows a host ends it. */
const LABEL = `(?:[^${NEVER}/?#:@.${UNSPACED}]+|[${UNSPACED}][${UNSPACED}\\d-]*)`;
const HOST = `(?:[^${NEVER}/?#:@.${UNSPACED}]+(?:\\.[^${NEVER}/?#:@.${UNSPACED}]+)*|[${UNSPACED}][${UNSPACED}\\d-]*(?:\\.${LABEL})+)`;
/** Port, path, query and fragment, up to a space, a quote or a letter of such a script. */
const PORT_AND_PATH = `(?::\\d{1,5})?(?:[/?#][^${NEVER}${UNSPACED}]*)?`;
/** Punctuation that ends a sentence and not an address, including Arabic punctuation. */
const TAIL = /[.,;:!?…،؛؟۔\])}'’"”»]$/;
const OPENED: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/**
 * Expression for addresses with a scheme, addresses that begin with `www.`, and addresses of this
 * shop.
 */
function addresses(ownHost: string): RegExp {
  const own = spellings(ownHost).map((host) => host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const bare = [`www\\.${HOST}`, ...own.map((host) => `${host}(?![\\w-]|\\.[\\w-])`)].join('|');
  return new RegExp(`(?<![\\w@./-])(?:https?://${HOST}|${bare})${PORT_AND_PATH}`, 'giu');
}

/**
 * Splits a text at its web addresses: `https://a.example/b`, `www.a.example`, and the shop's own without a scheme. Only http
 * and https become links.
 */
export function linkText(text: string, ownHost = globalThis.location?.host ?? ''): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of [...text.matchAll(addresses(ownHost))].slice(0, MAX_LINKS)) {
    const found = withoutTail(match[0]);
    const href = /^https?:/i.test(found) ? found : `${schemeOf(found, ownHost)}//${found}`;
    if (!URL.canParse(href)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: found, href });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** Spellings of a host: encoded and readable, `xn--…` and `ຮ້ານ.ລາວ`. */
const spellings = (host: string): string[] =>
  host === '' ? [] : [...new Set([host, readableDomain(host)])];

/** Scheme of an address without one: the page's own for this shop, otherwise https. */
function schemeOf(address: string, ownHost: string): string {
  const isOwn = spellings(ownHost).some((host) => address.toLowerCase().startsWith(host));
  return isOwn && globalThis.location?.protocol === 'http:' ? 'http:' : 'https:';
}

function withoutTail(found: string): string {
  let address = found;
  while (TAIL.test(address) && !closesItsOwn(address)) address = address.slice(0, -1);
  return address;
}

/** Whether a closing bracket belongs to the address, because it was opened within it. */
function closesItsOwn(href: string): boolean {
  const close = href.at(-1) ?? '';
  const open = OPENED[close];
  return open !== undefined && href.split(open).length >= href.split(close).length;
}

/** Distinct addresses in a text that may have a preview. */
export const linksIn = (text: string): string[] => {
  const found = new Set(linkText(text).flatMap(({ href }) => href ?? []));
  return [...found].filter((href) => new TextEncoder().encode(href).length <= MAX_BYTES);
};

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

/** Id of the product that a path of this shop leads to. */
export function productIdOf(path: string): string | null {
  return /^(?:\/[a-z]{2})?\/shop\/(\d{1,18})\/?(?:[?#]|$)/i.exec(path)?.[1] ?? null;
}

/** Id of the product that a link to this shop leads to; null for other links. */
export function linkedProductOf(
  href: string,
  ownHost = globalThis.location?.host ?? '',
): string | null {
  if (!URL.canParse(href)) return null;
  const { host, pathname } = new URL(href);
  return host === ownHost ? productIdOf(pathname) : null;
}
