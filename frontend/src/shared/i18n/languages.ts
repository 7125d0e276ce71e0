/**
 * Table of the routed languages. `code` is the first path segment and the name of the message file; only `tag` may be
 * used for `lang`, hreflang and Intl. The unrouted languages are in `unrouted-language-names.ts`.
 */
export const LANGUAGES = [
  { code: 'la', tag: 'lo', dir: 'ltr', nativeName: 'ລາວ' },
  { code: 'en', tag: 'en', dir: 'ltr', nativeName: 'English' },
  { code: 'th', tag: 'th', dir: 'ltr', nativeName: 'ไทย' },
  { code: 'cn', tag: 'zh-CN', dir: 'ltr', nativeName: '中文' },
  { code: 'vn', tag: 'vi', dir: 'ltr', nativeName: 'Tiếng Việt' },
] as const;

export type LanguageCode = (typeof LANGUAGES)[number]['code'];

/**
 * Language in which a page is shown. `code` is the language of its address, which also chooses catalog texts. If an
 * unrouted language is chosen, `tag`, `dir` and the names belong to that language, and `messages` names its file.
 */
export type Language = {
  code: LanguageCode;
  tag: string;
  dir: 'ltr' | 'rtl';
  nativeName: string;
  messages?: string;
};

export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

export function languageOf(code: string | undefined): Language | undefined {
  return LANGUAGES.find((language) => language.code === code);
}

/** Language of a path's prefix: `/en/shop` → en; undefined without one or for an unknown one. */
export function languageOfPath(pathname: string): Language | undefined {
  return languageOf(pathname.split('/')[1]);
}

/** Whether a path starts with a language, known or not: two letters and nothing else. */
export function isLanguagePath(pathname: string): boolean {
  return /^\/[a-z]{2}(\/|$)/.test(pathname);
}

/** Removes the language prefix: `/en/shop` → `/shop`, `/en` → `/`. */
export function withoutLanguage(pathname: string): string {
  return isLanguagePath(pathname) ? pathname.slice(3) || '/' : pathname;
}

/** Replaces or adds the language prefix of a path: `/en/shop` → `/th/shop`, `/shop` → `/th/shop`, `/` → `/th`. */
export function withLanguage(pathname: string, code: LanguageCode): string {
  return `/${code}${withoutLanguage(pathname)}`.replace(/\/$/, '');
}

const COOKIE = 'heuan_lang';
const YEAR = 365 * 24 * 60 * 60;

/** Stores the language in a cookie. The edge redirects a path without a prefix to it. */
export function rememberLanguage(code: LanguageCode): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${COOKIE}=${code};path=/;max-age=${YEAR};samesite=lax`;
}
