import { shownLanguage } from './language-preference';
import { pickText } from './pick-text';

/**
 * English name that stands below a Lao one; none where Lao is read (also by readers of Thai), where the name is English
 * already (D4), or where there is no other.
 */
export function secondName(
  la: string,
  en: string,
  { code, tag } = shownLanguage(),
): string | undefined {
  if (code === 'en' || /^(lo|th|en)$/.test(tag) || !la || !en || la === en) return undefined;
  return en;
}

/** The name with the English one after it, where one line has to do: `ຊີມັງ · Cement`. */
export function bothNames(la: string, en: string, language = shownLanguage()): string {
  const second = secondName(la, en, language);
  return pickText(la, en, language.code) + (second ? ` · ${second}` : '');
}

type WithUnit = { unit_name_la: string; unit_name_en: string };

/** The unit of a product, with the English name after the Lao one for the same readers: `ຖົງ (bag)`. */
export function unitName({ unit_name_la: la, unit_name_en: en }: WithUnit): string {
  const second = secondName(la, en);
  return pickText(la, en, shownLanguage().code) + (second ? ` (${second})` : '');
}
