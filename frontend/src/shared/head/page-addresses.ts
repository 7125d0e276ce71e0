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

/** Whether a page is personal and must not be indexed. */
export const isPersonal = (pathname: string): boolean => PERSONAL.test(withoutLanguage(pathname));

/** Canonical URL of a page, without sort order and filters that show the same content. */
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

/** The page in every language for `hreflang` links, with the default one. */
export function alternates(canonical: URL): [hreflang: string, href: string][] {
  const at = (code: (typeof LANGUAGES)[number]['code']) =>
    canonical.origin + withLanguage(canonical.pathname, code) + canonical.search;
  return [
    ...LANGUAGES.map(({ tag, code }): [string, string] => [tag, at(code)]),
    ['x-default', at(DEFAULT_LANGUAGE.code)],
  ];
}
