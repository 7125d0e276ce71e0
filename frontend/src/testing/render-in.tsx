import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { LanguageProvider } from '@/shared/i18n/language-context';
import { setShownLanguage } from '@/shared/i18n/language-preference';
import { type Language, type LanguageCode, languageOf } from '@/shared/i18n/languages';
import { loadMessagePart, loadMessages } from '@/shared/i18n/load-messages';
import { loadOfficeMessages } from '@/shared/i18n/office-messages';

/** Renders with the real messages of a language; an unrouted language is given as an object. */
export async function renderIn(of: LanguageCode | Language, children: ReactNode) {
  const language = typeof of === 'string' ? languageOf(of) : of;
  if (!language) throw new Error(`no language ${of}`);
  setShownLanguage(language);
  await loadMessagePart('buying', language);
  await loadMessagePart('branches', language);
  await loadMessagePart('notifications', language);
  await loadMessagePart('later', language);
  await loadMessagePart('pages', language);
  await loadMessagePart('chat', language);
  await loadMessagePart('imageSearch', language);
  await loadOfficeMessages(language);
  const t = await loadMessages(language);
  return render(<LanguageProvider value={{ language, t }}>{children}</LanguageProvider>);
}
