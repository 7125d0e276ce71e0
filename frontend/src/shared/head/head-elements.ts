import { mediaUrl } from '@/shared/api/media-url';
import { alternates, canonicalUrl, isPersonal } from './page-addresses';
import type { PageHead } from './page-head';

const MAX_DESCRIPTION_LENGTH = 160;

/**
 * Elements of the page at `url`. `shopOrigin` is the origin of canonical addresses; empty if the page knows none.
 */
export function elementsOf(head: PageHead, url: URL, shopOrigin: string): Element[] {
  const description = shorten(head.description ?? '');
  const texts = [
    meta('og:type', /\/shop\/\d+$/.test(url.pathname) ? 'product' : 'website'),
    meta('og:title', document.title),
    ...(description ? [meta('description', description), meta('og:description', description)] : []),
  ];
  if (head.isHidden || isPersonal(url.pathname)) return [...texts, meta('robots', 'noindex')];
  const canonical = canonicalUrl(new URL(url.pathname + url.search, shopOrigin || url.origin));
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
