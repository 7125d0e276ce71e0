import { createContext, type ReactNode, use } from 'react';
import type { LocalText } from '@/shared/api/types';
import type { Language } from './languages';
import type { Translate } from './load-messages';
import { localText } from './pick-text';

type LanguageValue = { language: Language; t: Translate };

const LanguageContext = createContext<LanguageValue | null>(null);

/** Provides the page's language, which never changes: another language is another page load. */
export function LanguageProvider({
  value,
  children,
}: {
  value: LanguageValue;
  children: ReactNode;
}) {
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

function useLanguageValue(): LanguageValue {
  const value = use(LanguageContext);
  if (!value) throw new Error('LanguageProvider is missing');
  return value;
}

export const useLanguage = () => useLanguageValue().language;

/** Translator of interface texts: `t('search.label')`. */
export const useT = () => useLanguageValue().t;

/** Chooses the language of a catalog text, which exists in Lao and English only, for the readers of the page. */
export function useLocal(): (text: LocalText | null | undefined) => string {
  const language = useLanguage();
  return (text) => (text ? localText(text, language) : '');
}
