import { shownLanguage, UNROUTED_TAGS } from '../i18n/language-preference';

const FALLBACK = 'Heuan';
const known = new Map<string, string>();

/**
 * The shop's name as its operator has set it; the edge writes it into every page. `og:site_name` is in the language of
 * the address, `application-name` in Latin letters, for the languages that show over it.
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

/** For pages made where there is no document. */
export function setShopName(name: string): void {
  known.set(shownLanguage().tag, name);
}
