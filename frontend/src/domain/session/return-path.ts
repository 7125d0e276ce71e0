import { withoutLanguage } from '@/shared/i18n/languages';

const BASE = 'http://shop.invalid';

/**
 * Address to open after login, from an untrusted `redirect` parameter: an address of this shop without its
 * language, or the home page. Never the login or the register page again.
 */
export function localReturnPath(redirect: unknown): string {
  if (typeof redirect !== 'string' || !redirect.startsWith('/')) return '/';
  let url: URL;
  try {
    url = new URL(redirect, BASE);
  } catch {
    return '/';
  }
  if (url.origin !== BASE) return '/';
  const path = withoutLanguage(url.pathname);
  // The remaining path could again be read as another host.
  if (path.startsWith('//') || /^\/account\/(login|register)(\/|$)/.test(path)) return '/';
  return path + url.search + url.hash;
}

/** Address of the current page, for the `redirect` parameter. */
export function currentReturnPath(): string {
  return localReturnPath(location.pathname + location.search);
}
