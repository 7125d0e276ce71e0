import { User } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useDismiss } from '@/shared/hooks/use-dismiss';
import { useT } from '@/shared/i18n/language-context';
import { withBuyingMessages } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { lazyOverlay } from '@/shared/ui/lazy-overlay';

const AccountLinks = lazyOverlay(
  () => withBuyingMessages(import('./AccountLinks')).then((module) => module.AccountLinks),
  { waiting: <div className="h-24" />, failed: 'ps-3' },
);

/** Account dropdown of the header. */
export function AccountMenu() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(menu, isOpen, close);

  return (
    <div ref={menu} className="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={t('header.account')}
        onPointerEnter={AccountLinks.hint}
        onClick={() => setOpen(!isOpen)}
        className="grid size-11 place-items-center rounded-md hover:bg-surface-3"
      >
        <Icon of={User} />
      </button>
      {isOpen && (
        <div className="absolute end-0 top-[calc(100%+8px)] z-(--z-popover) w-72 animate-[rise-in_var(--t-base)_var(--ease-out)] rounded-lg bg-surface p-1.5 text-sm shadow-3 inset-ring inset-ring-line">
          <AccountLinks onFollow={close} />
        </div>
      )}
    </div>
  );
}
