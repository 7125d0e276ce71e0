import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { LanguageProvider } from '@/shared/i18n/language-context';
import { type LanguageCode, languageOf } from '@/shared/i18n/languages';
import { loadTexts, loadTextsOf } from '@/shared/i18n/load-messages';

/** Renders with the real texts of a language. */
export async function renderIn(code: LanguageCode, children: ReactNode) {
  const language = languageOf(code);
  if (!language) throw new Error(`no language ${code}`);
  await loadTextsOf('buying', language);
  await loadTextsOf('branches', language);
  await loadTextsOf('notices', language);
  await loadTextsOf('later', language);
  await loadTextsOf('pages', language);
  await loadTextsOf('talk', language);
  await loadTextsOf('photo', language);
  const t = await loadTexts(language);
  return render(<LanguageProvider value={{ language, t }}>{children}</LanguageProvider>);
}
