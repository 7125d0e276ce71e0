export type LinkTarget =
  | { kind: 'inside'; path: string; search: Record<string, string>; hash?: string }
  | { kind: 'outside'; href: string }
  | { kind: 'none' };

/** Parses an address from the shop's data. `#` and schemes that could run code have no target. */
export function linkTarget(href: string): LinkTarget {
  if (href.startsWith('/') && !href.startsWith('//')) {
    const url = new URL(href, 'http://shop.invalid');
    return {
      kind: 'inside',
      path: url.pathname,
      search: Object.fromEntries(url.searchParams),
      hash: url.hash.slice(1) || undefined,
    };
  }
  return /^(https?:|tel:|mailto:)/i.test(href) ? { kind: 'outside', href } : { kind: 'none' };
}
