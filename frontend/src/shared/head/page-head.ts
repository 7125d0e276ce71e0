import { preferredUnrouted } from '@/shared/i18n/language-preference';
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

/** Head elements that the edge wrote for the first page, which are more complete: they have structured data. */
const first = { address: '', origin: '', title: '', elements: [] as Element[] };
/** Number of the last call of `writeHead`: elements that load during a later call are dropped. */
let lastWrite = 0;

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

/**
 * Writes the head elements of the page at `address`: the title at once, the others when their code has loaded, which the
 * first page does not need. The first page gets its original ones back.
 */
export async function writeHead(head: PageHead, address: string): Promise<void> {
  const write = ++lastWrite;
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
    return;
  }
  document.title = head.title === shopName() ? head.title : `${head.title} | ${shopName()}`;
  const { elementsOf } = await import('./head-elements');
  if (write === lastWrite) document.head.append(...elementsOf(head, url, first.origin));
}

const withoutHash = (href: string): string => href.replace(/#.*/, '');
