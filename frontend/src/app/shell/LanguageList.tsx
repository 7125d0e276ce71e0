import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { offeredLanguages } from '@/shared/i18n/offered-languages';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { Flag } from './Flag';
import { filterLanguages, hasSearch } from './language-filter';
import { useLanguageSwitch } from './use-language-switch';

type LanguageListProps = {
  /** Called after each choice, also of the current language. */
  onChosen: () => void;
  className?: string;
};

/** All languages of the shop, with a search field. */
export function LanguageList({ onChosen, className }: LanguageListProps) {
  const t = useT();
  const current = useLanguage();
  const choose = useLanguageSwitch();
  const [text, setText] = useState('');
  const rows = useRef<HTMLUListElement>(null);
  const all = offeredLanguages(current.tag);
  const found = filterLanguages(all, text);

  /** Moves the focus between rows with the up and down arrow keys. */
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    const buttons = [...(rows.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons.at(key === 'ArrowDown' ? (at + 1) % buttons.length : Math.max(at, 0) - 1)?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the rows and the search above them
    <div onKeyDown={onKeyDown} className={cx('flex flex-col', className)}>
      {hasSearch(all) && (
        <label className="mb-1 flex min-h-11 flex-none items-center gap-2 rounded-md bg-surface-3 px-3 text-text-3 focus-inside focus-within:focus-ring">
          <Icon of={Search} size="s" />
          <input
            type="text"
            autoComplete="off"
            aria-label={t('language.search')}
            placeholder={t('language.search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="min-w-0 flex-1 bg-transparent leading-head text-text focus-none max-lg:text-md"
          />
        </label>
      )}
      <p role="status" className={found.length > 0 ? 'sr-only' : 'p-3 text-text-3'}>
        {text && found.length === 0 && t('language.none')}
      </p>
      <ul ref={rows} className="overflow-y-auto overscroll-contain" translate="no">
        {found.map((language) => {
          const isCurrent = language.tag === current.tag;
          return (
            <li key={language.tag}>
              <button
                type="button"
                aria-current={isCurrent || undefined}
                onClick={() => {
                  if (!isCurrent) choose(language);
                  onChosen();
                }}
                className={cx(
                  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start font-system hover:bg-surface-3',
                  isCurrent && 'font-semibold text-link',
                )}
              >
                <Flag tag={language.tag} />
                <bdi lang={language.tag}>{language.nativeName}</bdi>
                {language.label !== language.nativeName && (
                  <span className="ms-auto truncate ps-2 text-xs font-normal text-text-3">
                    {language.label}
                  </span>
                )}
                {isCurrent && <Icon of={Check} size="s" className="last:ms-auto" />}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
