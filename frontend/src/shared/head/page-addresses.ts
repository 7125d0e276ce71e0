import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  withLanguage,
  withoutLanguage,
} from '@/shared/i18n/languages';

/** Query parameters that belong to the canonical URL; the edge has the same list. */
const CANONICAL_PARAMS: [path: RegExp, names: string[]][] = [
  [/^\/shop$/, ['brand', 'category', 'group', 'page', 'promotion']],
  [/^\/by-/, ['page']],
];
const PERSONAL = /^\/(cart|checkout|account|offline|staff)(\/|$)/;

/** For one visitor only. */
export const isPersonal = (pathname: string): boolean => PERSONAL.test(withoutLanguage(pathname));

/** The one address of a page, without order and filters that show the same things again. */
export function canonicalUrl({ origin, pathname, searchParams }: URL): URL {
  const [, names = []] =
    CANONICAL_PARAMS.find(([path]) => path.test(withoutLanguage(pathname))) ?? [];
  const url = new URL(pathname.replace(/\/$/, ''), origin);
  for (const name of names) {
    const value = searchParams.get(name);
    if (value && !(name === 'page' && value === '1')) url.searchParams.set(name, value);
  }
  return url;
}

/** The same page in every language, and which to take when none fits. */
export function alternates(canonical: URL): [hreflang: string, href: string][] {
  const at = (code: (typeof LANGUAGES)[number]['code']) =>
    canonical.origin + withLanguage(canonical.pathname, code) + canonical.search;
  return [
    ...LANGUAGES.map(({ tag, code }): [string, string] => [tag, at(code)]),
    ['x-default', at(DEFAULT_LANGUAGE.code)],
  ];
}
