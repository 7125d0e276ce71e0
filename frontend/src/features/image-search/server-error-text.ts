import type { Translate } from '@/shared/i18n/load-messages';
import type { ImageSearchResults } from './result-cache';

/** Translations of the server's own English texts. Other texts are shown unchanged. */
const OWN: Record<string, (t: Translate) => string> = {
  'no similar products were found': (t) => t('imageSearch.none'),
  'some pictures of the catalog have not been looked at yet': (t) => t('imageSearch.stillLearning'),
};

export const serverErrorText = (t: Translate, text: string) => OWN[text]?.(t) ?? text;

/** Text of an empty result: the message, else the warning, else the error, else a default. */
export function emptyResultText(
  t: Translate,
  { message, warning, error }: ImageSearchResults,
): string {
  const text = message ?? warning ?? error;
  return text ? serverErrorText(t, text) : t('imageSearch.none');
}
