/** Unrouted languages with their tags and own names, in the order of the header's list. */
export const UNROUTED_NAMES = [
  { tag: 'km', nativeName: 'ខ្មែរ' },
  { tag: 'ja', nativeName: '日本語' },
  { tag: 'ko', nativeName: '한국어' },
  { tag: 'ru', nativeName: 'Русский' },
  { tag: 'es', nativeName: 'Español' },
  { tag: 'fr', nativeName: 'Français' },
  { tag: 'de', nativeName: 'Deutsch' },
  { tag: 'it', nativeName: 'Italiano' },
  { tag: 'pt', nativeName: 'Português' },
  { tag: 'nl', nativeName: 'Nederlands' },
  { tag: 'ar', nativeName: 'العربية' },
  { tag: 'tr', nativeName: 'Türkçe' },
  { tag: 'pl', nativeName: 'Polski' },
  { tag: 'ro', nativeName: 'Română' },
];
