import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';

type OptionCardProps = Omit<ComponentProps<'input'>, 'type' | 'title'> & {
  title: string;
  note?: ReactNode;
  icon?: LucideIcon;
  /** Content at the end of the card, such as a price or badge. */
  end?: ReactNode;
};

/** Radio button as a card; the whole card is its label. */
export function OptionCard({ title, note, icon, end, ...radio }: OptionCardProps) {
  return (
    <label
      className={cx(
        'relative flex min-h-16 cursor-pointer items-center gap-3 rounded-md px-4 py-3 text-sm',
        'inset-ring inset-ring-line-strong transition-colors duration-(--t-fast)',
        'has-checked:bg-action-soft has-checked:inset-ring-2 has-checked:inset-ring-action',
        'has-focus-visible:focus-ring has-disabled:cursor-not-allowed has-disabled:bg-surface-3 has-disabled:text-text-3',
      )}
    >
      <input type="radio" {...radio} className="peer sr-only" />
      <span
        aria-hidden
        className="size-5 flex-none rounded-full inset-ring-[1.5px] inset-ring-line-strong peer-checked:inset-ring-[6px] peer-checked:inset-ring-action"
      />
      {icon && <Icon of={icon} />}
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-semibold">{title}</span>
        {note && <span className="block text-xs text-text-3">{note}</span>}
      </span>
      {end}
    </label>
  );
}
