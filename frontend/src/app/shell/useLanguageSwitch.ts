import { chooseOther, forgetOther } from '@/language/chosen';
import { useLanguage, useT } from '@/language/context';
import { rememberLanguage } from '@/language/languages';
import type { OfferedLanguage } from '@/language/offered';
import { useLanguageHref } from './language-href';
import { showTranslating } from './translating';

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
    if (language.code) forgetOther();
    else chooseOther(language.tag);
    showTranslating(t('language.translating'), () => {
      if (language.code && language.code !== code) location.assign(hrefIn(language.code));
      else location.reload();
    });
  };
}
