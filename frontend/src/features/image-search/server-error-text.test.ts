import { expect, it } from 'vitest';
import { languageOf } from '@/shared/i18n/languages';
import { loadTexts, loadTextsOf } from '@/shared/i18n/load-messages';
import { emptyWords } from './server-error-text';

it('says the message, else the warning, else the error, else that there is nothing', async () => {
  const english = languageOf('en');
  if (!english) throw new Error('no English');
  await loadTextsOf('photo', english);
  const t = await loadTexts(english);
  const results: never[] = [];
  expect(emptyWords(t, { results, message: 'm', warning: 'w', error: 'e' })).toBe('m');
  expect(emptyWords(t, { results, warning: 'w', error: 'e' })).toBe('w');
  expect(emptyWords(t, { results, error: 'e' })).toBe('e');
  expect(emptyWords(t, { results })).toBe('No similar products found');
  const own = 'no similar products were found';
  expect(emptyWords(t, { results, message: own })).toBe('No similar products found');
});
