import { shownLanguage } from './language-preference';
import type { Language } from './languages';
import { pickText, readsLao } from './pick-text';

/**
 * English name to show below a Lao one. Undefined in languages whose readers read Lao (also Thai), where the first name
 * is already English, and without an English name.
 */
export function secondName(
  la: string,
  en: string,
  language: Pick<Language, 'code' | 'tag'> = shownLanguage(),
): string | undefined {
  if (language.code === 'en' || readsLao(language) || !la || !en || la === en) return undefined;
  return en;
}

/** Both names on one line: `ຊີມັງ · Cement`. */
export function bothNames(la: string, en: string, language = shownLanguage()): string {
  const second = secondName(la, en, language);
  return pickText(la, en, language.code) + (second ? ` · ${second}` : '');
}

type WithUnit = { unit_name_la: string; unit_name_en: string };

/** Unit of a product, with its English name for the same readers: `ຖົງ (bag)`. */
export function unitName({ unit_name_la: la, unit_name_en: en }: WithUnit): string {
  const second = secondName(la, en);
  return pickText(la, en, shownLanguage().code) + (second ? ` (${second})` : '');
}
