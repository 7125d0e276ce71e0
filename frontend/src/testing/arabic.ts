import type { Language } from '@/shared/i18n/languages';

/** Arabic as the chosen language of a Lao address: right to left, with catalog texts in Lao. */
export const ARABIC: Language = {
  code: 'la',
  tag: 'ar',
  dir: 'rtl',
  nativeName: 'العربية',
  messages: 'ar',
};
