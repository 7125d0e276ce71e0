import type { LocalText } from '@/shared/api/types';
import type { Language, LanguageCode } from './languages';

type Reader = Pick<Language, 'code' | 'tag'>;

/** Whether the readers of a page read Lao; true for Lao and Thai. */
export const readsLao = ({ code, tag }: Reader): boolean => code !== 'en' && /^(lo|th)$/.test(tag);

/**
 * Chooses a name of the catalog: English on English pages, otherwise Lao, with the English one beside it
 * (`second-name.ts`). A missing text is replaced by the other one.
 */
export function pickText(la: string, en: string, code: LanguageCode): string {
  return code === 'en' ? en || la : la || en;
}

/**
 * Chooses a text that is shown in one language: a sentence, or a label without room for two. Lao for those who read it,
 * otherwise English. A missing text is replaced by the other one.
 */
export const localText = ({ la, en }: LocalText, reader: Reader): string =>
  pickText(la, en, readsLao(reader) ? reader.code : 'en');
