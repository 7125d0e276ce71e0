import { createContext, type ReactNode, use } from 'react';
import type { LocalText } from '@/shared/api/types';
import type { Language } from './languages';
import type { Translate } from './load-messages';
import { pickText } from './pick-text';

type LanguageValue = { language: Language; t: Translate };

const LanguageContext = createContext<LanguageValue | null>(null);

/** A page has one language for its whole life: changing it loads the other page. */
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

/** Interface texts: `t('search.label')`. */
export const useT = () => useLanguageValue().t;

/** Catalog texts, which exist in Lao and English only. */
export function useLocal(): (text: LocalText | null | undefined) => string {
  const { code } = useLanguageValue().language;
  return (text) => (text ? pickText(text.la, text.en, code) : '');
}
