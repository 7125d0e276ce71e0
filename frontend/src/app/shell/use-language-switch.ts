import { useLanguage, useT } from '@/shared/i18n/language-context';
import { clearPreference, preferUnrouted } from '@/shared/i18n/language-preference';
import { rememberLanguage } from '@/shared/i18n/languages';
import type { OfferedLanguage } from '@/shared/i18n/offered-languages';
import { showTranslatingOverlay } from './translating-overlay';
import { useLanguageHref } from './use-language-href';

/**
 * Takes the shop into another language: the choice is kept at once, the page changes a moment later behind an overlay.
 * A language with a route swaps the prefix of the address; any other keeps it and shows its own texts there (D2).
 */
export function useLanguageSwitch(): (language: OfferedLanguage) => void {
  const t = useT();
  const { code } = useLanguage();
  const hrefIn = useLanguageHref();
  return (language) => {
    rememberLanguage(language.code ?? code);
    if (language.code) clearPreference();
    else preferUnrouted(language.tag);
    showTranslatingOverlay(t('language.translating'), () => {
      if (language.code && language.code !== code) location.assign(hrefIn(language.code));
      else location.reload();
    });
  };
}
