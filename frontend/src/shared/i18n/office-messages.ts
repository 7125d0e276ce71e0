import { shownLanguage } from './language-preference';
import type { Language } from './languages';
import { addMessages } from './load-messages';

/** Messages of the back office, which exist in Lao and English. Other languages use the English ones. */
const LOADERS = {
  la: () => import('virtual:messages/la/office'),
  en: () => import('virtual:messages/en/office'),
};

/** Loads the messages of the back office into the page's translator. */
export async function loadOfficeMessages(
  { code, messages = code }: Language = shownLanguage(),
): Promise<void> {
  const { default: loaded } = await LOADERS[messages === 'la' ? 'la' : 'en']();
  addMessages(messages, loaded);
}
