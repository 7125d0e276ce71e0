import { DEFAULT_LANGUAGE, type Language, languageOfPath } from './languages';

/**
 * The 14 languages that have no route (D2), with the choice among them. Their names, texts and formats stand in
 * `others.ts`, which loads only for who has chosen one. `index.html` reads the same cookie before the first paint.
 */
export const UNROUTED_TAGS = 'km ja ko ru es fr de it pt nl ar tr pl ro'.split(' ');
/** Also what the translation widget reads. */
const COOKIE = 'googtrans';
const YEAR = 365 * 24 * 60 * 60;

/** The language chosen instead of the address's own, if any. */
export function preferredUnrouted(): string | undefined {
  const [, tag = ''] = new RegExp(`(?:^|; )${COOKIE}=/auto/([\\w-]+)`).exec(document.cookie) ?? [];
  return UNROUTED_TAGS.includes(tag) ? tag : undefined;
}

export function preferUnrouted(tag: string): void {
  write(`/auto/${tag}`, `max-age=${YEAR}`);
}

/** The widget sets the cookie for the whole domain, too. */
export function clearPreference(): void {
  write('', 'max-age=0');
  write('', `max-age=0;domain=.${location.hostname}`);
}

function write(value: string, more: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${COOKIE}=${value};path=/;samesite=lax;${more}`;
}

let shown: Language | undefined;

/** Language of the page, also for code outside of components. */
export const shownLanguage = (): Language =>
  shown ?? languageOfPath(location.pathname) ?? DEFAULT_LANGUAGE;

/** For pages made where there is no address bar. */
export function setShownLanguage(language: Language): void {
  shown = language;
}

/** Settles the language of the page: the address's own, or the one chosen instead when its part can be had. */
export async function resolveLanguage(routed: Language): Promise<Language> {
  const tag = preferredUnrouted();
  shown = routed;
  if (tag) {
    try {
      const { unroutedLanguage } = await import('./unrouted-languages');
      shown = unroutedLanguage(tag, routed);
    } catch {
      // Offline or a new release: the page's own language is better than none.
    }
  }
  const root = document.documentElement;
  root.lang = shown.tag;
  root.dir = shown.dir;
  return shown;
}
