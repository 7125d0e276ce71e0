import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type ButtonKind, type ButtonSize, buttonStyle, iconButtonStyle } from './button-style';
import { cx } from './cx';
import { Icon } from './Icon';
import { pressable } from './pressable';

type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: LucideIcon;
  isLoading?: boolean;
};

export function Button({
  kind,
  size,
  icon,
  isLoading,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const shown = isLoading ? LoaderCircle : icon;
  return (
    <button
      type="button"
      {...rest}
      {...pressable(isLoading || rest['aria-disabled'], onClick)}
      aria-busy={isLoading || undefined}
      className={buttonStyle(kind, size, className)}
    >
      {shown && <Icon of={shown} className={isLoading ? 'animate-spin' : undefined} />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon;
  label: string;
  large?: boolean;
};

export function IconButton({ icon, label, large, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={cx(iconButtonStyle, className)}>
      <Icon of={icon} size={large ? 'l' : 'm'} />
    </button>
  );
}
