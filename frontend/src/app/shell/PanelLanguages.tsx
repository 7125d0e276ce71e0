import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { offeredLanguages } from '@/shared/i18n/offered-languages';
import { chipStyle } from '@/shared/ui/Chip';
import { Icon } from '@/shared/ui/Icon';
import { LanguageList } from './LanguageList';
import { useLanguageSwitch } from './use-language-switch';

const QUICK = 3;
const CLOSE_DELAY_MS = 300;

/** Buttons with two letters for the first languages, and a plus for the full list. The panel closes after a choice. */
export function PanelLanguages({ onClose }: { onClose: () => void }) {
  const t = useT();
  const current = useLanguage();
  const choose = useLanguageSwitch();
  const [isFull, setFull] = useState(false);
  const closeSoon = () => setTimeout(onClose, CLOSE_DELAY_MS);
  return (
    <div className="my-3.5">
      <div className="flex items-center gap-2">
        <span className="me-auto text-sm text-text-3">{t('language.label')}</span>
        {offeredLanguages(current.tag)
          .slice(0, QUICK)
          .map((language) => {
            const isCurrent = language.tag === current.tag;
            return (
              <button
                key={language.tag}
                type="button"
                aria-current={isCurrent || undefined}
                onClick={() => {
                  if (!isCurrent) choose(language);
                  closeSoon();
                }}
                className={chipStyle(isCurrent, 'min-w-12 justify-center px-0!')}
              >
                <span aria-hidden>{language.code?.toUpperCase()}</span>
                <span lang={language.tag} className="sr-only">
                  {language.nativeName}
                </span>
              </button>
            );
          })}
        <button
          type="button"
          aria-expanded={isFull}
          aria-label={t('language.all')}
          onClick={() => setFull(!isFull)}
          className={chipStyle(false, 'min-w-12 justify-center px-0!')}
        >
          <Icon of={Plus} size="s" />
        </button>
      </div>
      {isFull && (
        <LanguageList
          onChosen={closeSoon}
          className="mt-2 max-h-96 rounded-lg p-1.5 text-sm inset-ring inset-ring-line"
        />
      )}
    </div>
  );
}
