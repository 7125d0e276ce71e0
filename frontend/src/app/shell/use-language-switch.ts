import { useLanguage, useT } from '@/shared/i18n/language-context';
import { clearPreference, preferUnrouted } from '@/shared/i18n/language-preference';
import { rememberLanguage } from '@/shared/i18n/languages';
import type { OfferedLanguage } from '@/shared/i18n/offered-languages';
import { showTranslatingOverlay } from './translating-overlay';
import { useLanguageHref } from './use-language-href';

/**
 * Switches the language of the shop: stores the preference at once and changes the page a moment later behind an
 * overlay. A routed language changes the prefix of the address; any other keeps the address and shows its own messages
 * there.
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
