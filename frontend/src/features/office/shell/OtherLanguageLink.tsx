import { useLocation } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { useLanguage } from '@/shared/i18n/language-context';
import { clearPreference } from '@/shared/i18n/language-preference';
import { languageOf, rememberLanguage, withLanguage } from '@/shared/i18n/languages';
import { Icon } from '@/shared/ui/Icon';

/** Link to this page in the other language of the back office: Lao or English. */
export function OtherLanguageLink({ className }: { className: string }) {
  const { code } = useLanguage();
  const { pathname, searchStr, hash } = useLocation();
  const other = code === 'la' ? 'en' : 'la';
  const name = languageOf(other);
  const href = `${withLanguage(pathname, other)}${searchStr}${hash && `#${hash}`}`;
  return (
    <a
      href={href}
      lang={name?.tag}
      translate="no"
      onClick={() => {
        rememberLanguage(other);
        clearPreference();
      }}
      className={className}
    >
      <Icon of={Globe} size="s" />
      {name?.nativeName}
    </a>
  );
}
