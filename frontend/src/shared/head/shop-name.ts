import { shownLanguage, UNROUTED_TAGS } from '../i18n/language-preference';

const FALLBACK = 'Heuan';
const known = new Map<string, string>();

/**
 * The shop's name from its settings, which the edge writes into every page. `og:site_name` is in the language of the
 * address, `application-name` in Latin letters, for unrouted languages.
 */
export function shopName(): string {
  const { tag } = shownLanguage();
  const name =
    known.get(tag) ||
    (UNROUTED_TAGS.includes(tag) && contentOf('meta[name="application-name"]')) ||
    contentOf('meta[property="og:site_name"]') ||
    FALLBACK;
  known.set(tag, name);
  return name;
}

const contentOf = (selector: string) =>
  document.querySelector<HTMLMetaElement>(selector)?.content.trim();

/** Sets the name where there is no document, in server-side rendering. */
export function setShopName(name: string): void {
  known.set(shownLanguage().tag, name);
}
