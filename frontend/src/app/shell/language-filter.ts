import type { OfferedLanguage } from '@/shared/i18n/offered-languages';

const SEARCHED_ABOVE = 5;

/** A handful of languages needs no search. */
export const hasSearch = (languages: readonly OfferedLanguage[]): boolean =>
  languages.length > SEARCHED_ABOVE;

/** Those whose label or native name contains the text, whatever its case. */
export function filterLanguages(
  languages: readonly OfferedLanguage[],
  text: string,
): readonly OfferedLanguage[] {
  const wanted = text.trim().toLowerCase();
  return languages.filter(({ label, english, nativeName }) =>
    [label, english, nativeName].some((name) => name.toLowerCase().includes(wanted)),
  );
}
