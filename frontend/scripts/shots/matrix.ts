// Matrix of screenshots, narrowed by the environment: ONLY=home,shop WIDTH=390 LANGUAGES=la COLORS=light (color scheme).

const chosen = (name: string, all: string[]): string[] => {
  const selected = process.env[name]?.split(',').filter(Boolean) ?? [];
  return selected.length > 0 ? selected : all;
};

export const WIDTHS = chosen('WIDTH', ['390', '768', '1440']).map(Number);
export const COLORS = chosen('COLORS', ['light', 'dark']) as ('light' | 'dark')[];
/** Languages of the screenshots. An unrouted one is shown over the English pages. */
export const LANGUAGES = chosen('LANGUAGES', ['la', 'en', 'ar']);
/** Names of the screens; empty for all. */
export const ONLY = chosen('ONLY', []);

export const FOLDER = new URL('../../shots/', import.meta.url).pathname;
export const fileOf = (screen: string, width: number, language: string, color: string): string =>
  `${screen}-${width}-${language}-${color}.jpg`;
