import type { LanguageCode } from './languages';

/** D4: English when the page is English, Lao otherwise; a missing text falls back to the other. */
export function pickText(la: string, en: string, code: LanguageCode): string {
  return code === 'en' ? en || la : la || en;
}
