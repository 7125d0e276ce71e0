import { LANGUAGES, type LanguageCode } from './languages';
import { UNROUTED_NAMES } from './unrouted-language-names';

export type OfferedLanguage = {
  tag: string;
  nativeName: string;
  /** Name of the language in the language of the page. */
  label: string;
  /** English name of the language, which users of every language search for. */
  english: string;
  /** Code of a routed language. */
  code?: LanguageCode;
};

/** Lao names of languages, which browsers lack. */
const IN_LAO: Record<string, string> = {
  lo: 'ລາວ',
  en: 'ອັງກິດ',
  th: 'ໄທ',
  'zh-CN': 'ຈີນ',
  vi: 'ຫວຽດນາມ',
  km: 'ຂະເໝນ',
  ja: 'ຍີ່ປຸ່ນ',
  ko: 'ເກົາຫຼີ',
  ru: 'ຣັດເຊຍ',
  es: 'ສະເປນ',
  fr: 'ຝຣັ່ງ',
  de: 'ເຢຍລະມັນ',
  it: 'ອິຕາລີ',
  pt: 'ປອກຕຸຍການ',
  nl: 'ຮອນລັງ',
  ar: 'ອາຣັບ',
  tr: 'ຕວກກີ',
  pl: 'ໂປໂລຍ',
  ro: 'ໂຣມານີ',
};

/** The 19 languages of the header's dropdown: the routed ones first, then the unrouted ones. */
export function offeredLanguages(pageTag: string): OfferedLanguage[] {
  const english = namesIn('en');
  const own = pageTag === 'lo' ? (tag: string) => IN_LAO[tag] ?? english(tag) : namesIn(pageTag);
  return [...LANGUAGES, ...UNROUTED_NAMES].map((language) => ({
    tag: language.tag,
    nativeName: language.nativeName,
    label: own(language.tag),
    english: english(language.tag),
    ...('code' in language && { code: language.code }),
  }));
}

function namesIn(pageTag: string): (tag: string) => string {
  const names = new Intl.DisplayNames([pageTag, 'en'], { type: 'language' });
  return (tag) => names.of(tag.slice(0, 2)) ?? tag;
}
