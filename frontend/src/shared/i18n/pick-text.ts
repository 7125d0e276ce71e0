import type { LanguageCode } from './languages';

/**
 * Chooses a catalog text: English on English pages, otherwise Lao. A missing text is replaced by the other one.
 */
export function pickText(la: string, en: string, code: LanguageCode): string {
  return code === 'en' ? en || la : la || en;
}
