import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';

type HeaderButtonProps = ComponentProps<'button'> & { icon: LucideIcon; label: string };

/** Button of the chat's header. */
export function HeaderButton({ icon, label, className, ...rest }: HeaderButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'grid size-11 place-items-center rounded-md text-on-ink hover:bg-on-ink-ghost',
        className,
      )}
    >
      <Icon of={icon} />
    </button>
  );
}
