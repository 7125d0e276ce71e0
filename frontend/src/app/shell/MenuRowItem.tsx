import { ChevronDown } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { MenuItem } from '@/shared/api/types';
import { useDismiss } from '@/shared/hooks/use-dismiss';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { SiteLink } from '@/shared/ui/SiteLink';
import { MenuEntries } from './MenuEntries';
import { isDropdown, isPromotion } from './menu-items';

/** An entry of the row. A folded one is invisible and unreachable but can still be measured. */
type MenuRowItemProps = {
  item: MenuItem;
  isFolded: boolean;
  /** Edge of the entry with which its dropdown aligns. */
  align: 'start' | 'end';
};

export function MenuRowItem({ item, isFolded, align }: MenuRowItemProps) {
  const style = cx(
    'flex min-h-12 items-center gap-1 rounded-sm px-3 text-sm font-medium whitespace-nowrap hover:text-link',
    isPromotion(item) && 'font-semibold text-deal-text',
  );
  return (
    <li className={cx('flex-none', isFolded ? 'invisible absolute' : 'relative')} inert={isFolded}>
      {isDropdown(item) ? (
        <Dropdown item={item} style={style} align={align} />
      ) : (
        <SiteLink href={item.href} className={style}>
          <LocalizedText>{item.label}</LocalizedText>
        </SiteLink>
      )}
    </li>
  );
}

type DropdownProps = Pick<MenuRowItemProps, 'item' | 'align'> & { style: string };

function Dropdown({ item, style, align }: DropdownProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(box, isOpen, close);
  return (
    <div
      ref={box}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={style}
      >
        <LocalizedText>{item.label}</LocalizedText>
        <Icon
          of={ChevronDown}
          size="s"
          className={cx('transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <div
          className={cx(
            'absolute top-full z-(--z-popover) max-h-[70vh] min-w-64 animate-[rise-in_var(--t-base)_var(--ease-out)] overflow-auto rounded-lg bg-surface p-1.5 shadow-3',
            align === 'end' ? 'end-0' : 'start-0',
          )}
        >
          <MenuEntries item={item} onFollow={close} />
        </div>
      )}
    </div>
  );
}
