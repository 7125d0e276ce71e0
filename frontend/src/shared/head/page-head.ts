import { mediaUrl } from '@/shared/api/media-url';
import { preferredUnrouted } from '@/shared/i18n/language-preference';
import { alternates, canonicalUrl, isPersonal } from './page-addresses';
import { shopName } from './shop-name';

export type PageHead = {
  title: string;
  description?: string | undefined;
  /** Image path for link previews. */
  image?: string | undefined;
  /** Whether the page must not be indexed, because it was not found or has failed. */
  isHidden?: boolean;
};

/** Head elements that differ between pages. The shop's name and the language are constant. */
const PAGE_ELEMENTS = [
  'meta[name=description]',
  'meta[name=robots]',
  'meta[property="og:type"]',
  'meta[property="og:title"]',
  'meta[property="og:description"]',
  'meta[property="og:url"]',
  'meta[property="og:image"]',
  'link[rel=canonical]',
  'link[rel=alternate][hreflang]',
  'script[type="application/ld+json"]',
].join(',');
const MAX_DESCRIPTION_LENGTH = 160;

/** Head elements that the edge wrote for the first page, which are more complete: they have structured data. */
const first = { address: '', origin: '', title: '', elements: [] as Element[] };

/** Stores the head of the first page. In an unrouted language the title is not reused, because it is not translated. */
export function rememberFirstHead(): void {
  first.address = withoutHash(location.href);
  // The head of the offline page does not belong to this address.
  const isBare = document.querySelector('meta[name=robots]') !== null;
  first.title = preferredUnrouted() || isBare ? '' : document.title;
  first.elements = [...document.head.querySelectorAll(PAGE_ELEMENTS)];
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  first.origin = new URL(canonical?.href ?? location.href).origin;
}

/** Writes the head elements of the page at `address`. The first page gets its original ones back. */
export function writeHead(head: PageHead, address: string): void {
  const url = new URL(address, location.href);
  const isFirst = first.title !== '' && withoutHash(url.href) === first.address;
  if (isFirst && first.elements.every((element) => element.isConnected)) {
    document.title = first.title;
    return;
  }
  for (const element of document.head.querySelectorAll(PAGE_ELEMENTS)) element.remove();
  if (isFirst) {
    document.title = first.title;
    document.head.append(...first.elements);
  } else {
    document.title = head.title === shopName() ? head.title : `${head.title} | ${shopName()}`;
    document.head.append(...elementsOf(head, url));
  }
}

function elementsOf(head: PageHead, url: URL): Element[] {
  const description = shorten(head.description ?? '');
  const texts = [
    meta('og:type', /\/shop\/\d+$/.test(url.pathname) ? 'product' : 'website'),
    meta('og:title', document.title),
    ...(description ? [meta('description', description), meta('og:description', description)] : []),
  ];
  if (head.isHidden || isPersonal(url.pathname)) return [...texts, meta('robots', 'noindex')];
  const canonical = canonicalUrl(new URL(url.pathname + url.search, first.origin || url.origin));
  return [
    ...texts,
    meta('og:url', canonical.href),
    ...(head.image ? [meta('og:image', canonical.origin + mediaUrl(head.image, 1280))] : []),
    link({ rel: 'canonical', href: canonical.href }),
    ...alternates(canonical).map(([hreflang, href]) => link({ rel: 'alternate', hreflang, href })),
  ];
}

function meta(name: string, content: string): Element {
  const element = document.createElement('meta');
  element.setAttribute(name.startsWith('og:') ? 'property' : 'name', name);
  element.content = content;
  return element;
}

function link(attributes: Record<string, string>): Element {
  const element = document.createElement('link');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_DESCRIPTION_LENGTH
    ? line
    : `${line.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…`;
}

const withoutHash = (href: string): string => href.replace(/#.*/, '');
