import { useLocation } from '@tanstack/react-router';
import { type LanguageCode, withLanguage } from '@/shared/i18n/languages';

/** Returns the address of the current page in another language. */
export function useLanguageHref(): (code: LanguageCode) => string {
  const { pathname, searchStr, hash } = useLocation();
  return (code) => `${withLanguage(pathname, code)}${searchStr}${hash && `#${hash}`}`;
}
