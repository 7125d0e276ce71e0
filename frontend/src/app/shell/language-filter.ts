import type { OfferedLanguage } from '@/shared/i18n/offered-languages';

const SEARCHED_ABOVE = 5;

/** Whether the language list needs a search field. A short list does not. */
export const hasSearch = (languages: readonly OfferedLanguage[]): boolean =>
  languages.length > SEARCHED_ABOVE;

/** Languages whose label or native name contains the text, ignoring case. */
export function filterLanguages(
  languages: readonly OfferedLanguage[],
  text: string,
): readonly OfferedLanguage[] {
  const wanted = text.trim().toLowerCase();
  return languages.filter(({ label, english, nativeName }) =>
    [label, english, nativeName].some((name) => name.toLowerCase().includes(wanted)),
  );
}
