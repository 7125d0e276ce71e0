import { ChevronDown, Globe } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useDismiss } from '@/shared/hooks/use-dismiss';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { lazyOverlay } from '@/shared/ui/lazy-overlay';

const LanguageList = lazyOverlay(
  () => import('./LanguageList').then((module) => module.LanguageList),
  {
    failed: 'ps-3',
  },
);

/** Language dropdown of the header. The list loads when it is first opened. */
export function LanguageMenu() {
  const t = useT();
  const { nativeName } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(menu, isOpen, close);

  return (
    <div ref={menu} className="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={t('language.current', { name: nativeName })}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={LanguageList.hint}
        className="flex min-h-11 items-center gap-1.5 rounded-sm px-2 hover:text-link"
      >
        <Icon of={Globe} size="s" />
        <span translate="no">{nativeName}</span>
        <Icon
          of={ChevronDown}
          size="s"
          className={cx('transition-transform max-md:hidden', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <div className="absolute end-0 top-full z-(--z-popover) w-72 max-w-[calc(100vw-2*var(--gutter))] animate-[rise-in_var(--t-base)_var(--ease-out)] rounded-lg bg-surface p-1.5 text-sm text-text shadow-3">
          <LanguageList onChosen={close} className="max-h-[min(26rem,60dvh)]" />
        </div>
      )}
    </div>
  );
}
