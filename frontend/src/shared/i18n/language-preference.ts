import { DEFAULT_LANGUAGE, type Language, languageOfPath } from './languages';

/**
 * The 14 unrouted languages and the user's choice among them. Their names, messages and formats are in
 * `unrouted-languages.ts`, which loads only if one is chosen. `index.html` reads the same cookie before the first
 * paint.
 */
export const UNROUTED_TAGS = 'km ja ko ru es fr de it pt nl ar tr pl ro'.split(' ');
/** Name of the cookie, which the translation widget reads as well. */
const COOKIE = 'googtrans';
const YEAR = 365 * 24 * 60 * 60;

/** The chosen unrouted language, if any. */
export function preferredUnrouted(): string | undefined {
  const [, tag = ''] = new RegExp(`(?:^|; )${COOKIE}=/auto/([\\w-]+)`).exec(document.cookie) ?? [];
  return UNROUTED_TAGS.includes(tag) ? tag : undefined;
}

export function preferUnrouted(tag: string): void {
  write(`/auto/${tag}`, `max-age=${YEAR}`);
}

/** Clears the choice. The widget sets the cookie for the whole domain as well. */
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

/** Sets the language where there is no address, in server-side rendering. */
export function setShownLanguage(language: Language): void {
  shown = language;
}

/**
 * Resolves the language of the page: the language of the address, or the chosen unrouted language if its messages
 * can be loaded.
 */
export async function resolveLanguage(routed: Language): Promise<Language> {
  const tag = preferredUnrouted();
  shown = routed;
  if (tag) {
    try {
      const { unroutedLanguage } = await import('./unrouted-languages');
      shown = unroutedLanguage(tag, routed);
    } catch {
      // Offline or after a new release: the language of the address is used.
    }
  }
  const root = document.documentElement;
  root.lang = shown.tag;
  root.dir = shown.dir;
  return shown;
}
