import { shownLanguage } from './language-preference';
import type { Language } from './languages';
import { addMessages } from './load-messages';

/** Texts of the back office, which exist in Lao and English; English stands in for every other language. */
const LOADERS = {
  la: () => import('virtual:messages/la/office'),
  en: () => import('virtual:messages/en/office'),
};

/** Adds the texts of the back office to the translator of the page. */
export async function loadOfficeMessages(
  { code, messages = code }: Language = shownLanguage(),
): Promise<void> {
  const { default: loaded } = await LOADERS[messages === 'la' ? 'la' : 'en']();
  addMessages(messages, loaded);
}
