import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx';
import { Icon } from './Icon';

export const chipStyle = (isSelected: boolean, className?: string) =>
  cx(
    'inline-flex min-h-(--tap) max-w-full flex-none items-center gap-1.5 rounded-full px-4 text-sm font-medium whitespace-nowrap',
    isSelected
      ? 'bg-ink text-on-ink dark:bg-action dark:text-on-action'
      : 'bg-surface inset-ring inset-ring-line hover:bg-surface-3',
    className,
  );

type ChipProps = ComponentProps<'button'> & { isSelected?: boolean; isRemovable?: boolean };

/** Chip: a choice (`isSelected`), or an active filter that a click removes (`isRemovable`). */
export function Chip({
  isSelected = false,
  isRemovable = false,
  className,
  children,
  ...rest
}: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isRemovable ? undefined : isSelected}
      {...rest}
      className={chipStyle(isSelected, className)}
    >
      <span className="truncate">{children}</span>
      {isRemovable && <Icon of={X} size="s" />}
    </button>
  );
}
