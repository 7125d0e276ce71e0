import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { pressable } from '@/shared/ui/pressable';

export type OfficeButtonKind =
  | 'primary'
  | 'outline'
  | 'soft'
  | 'quiet'
  | 'link'
  | 'danger'
  | 'danger-outline'
  | 'plain';

type OfficeButtonProps = ComponentProps<'button'> & {
  kind?: OfficeButtonKind;
  icon?: LucideIcon | undefined;
  isLoading?: boolean;
  /** Keyboard shortcut of the button. */
  shortcut?: string | undefined;
};

/** Button of the back office: 36 px on desktops, 44 px on phones. */
export function OfficeButton({
  kind = 'outline',
  icon,
  isLoading = false,
  shortcut,
  className,
  children,
  onClick,
  ...rest
}: OfficeButtonProps) {
  const shown = isLoading ? LoaderCircle : icon;
  return (
    <button
      type="button"
      {...rest}
      data-kind={kind}
      {...pressable(isLoading || rest['aria-disabled'], onClick)}
      aria-busy={isLoading || undefined}
      aria-keyshortcuts={shortcut}
      className={cx('o-btn', className)}
    >
      {shown && <Icon of={shown} size="s" className={isLoading ? 'animate-spin' : undefined} />}
      {children}
      {shortcut && (
        <kbd aria-hidden className="max-lg:hidden">
          {shortcut}
        </kbd>
      )}
    </button>
  );
}

type OfficeIconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon;
  label: string;
};

export function OfficeIconButton({ icon, label, className, ...rest }: OfficeIconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx('o-icon-btn', className)}
    >
      <Icon of={icon} />
    </button>
  );
}
