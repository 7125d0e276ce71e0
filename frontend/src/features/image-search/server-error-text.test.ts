import { expect, it } from 'vitest';
import { languageOf } from '@/shared/i18n/languages';
import { loadMessagePart, loadMessages } from '@/shared/i18n/load-messages';
import { emptyResultText } from './server-error-text';

it('error text is the message, else the warning, else the error, else a default', async () => {
  const english = languageOf('en');
  if (!english) throw new Error('no English');
  await loadMessagePart('imageSearch', english);
  const t = await loadMessages(english);
  const results: never[] = [];
  expect(emptyResultText(t, { results, message: 'm', warning: 'w', error: 'e' })).toBe('m');
  expect(emptyResultText(t, { results, warning: 'w', error: 'e' })).toBe('w');
  expect(emptyResultText(t, { results, error: 'e' })).toBe('e');
  expect(emptyResultText(t, { results })).toBe('No similar products found');
  const own = 'no similar products were found';
  expect(emptyResultText(t, { results, message: own })).toBe('No similar products found');
});
