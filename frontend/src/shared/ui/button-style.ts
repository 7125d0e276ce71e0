import { cx } from './cx';

export type ButtonKind =
  | 'primary'
  | 'soft'
  | 'outline'
  | 'ghost'
  | 'danger'
  | 'white'
  | 'ghost-on-ink';
export type ButtonSize = 'm' | 'l';

const KINDS: Record<ButtonKind, string> = {
  primary: 'bg-action text-on-action hover:bg-action-hover',
  soft: 'bg-action-soft-2 text-link',
  outline: 'inset-ring-[1.5px] inset-ring-line-strong text-text hover:bg-surface-3',
  ghost: 'text-link px-3 hover:bg-surface-3',
  danger: 'bg-err text-on-err',
  white: 'bg-white-btn text-on-white-btn',
  'ghost-on-ink': 'text-on-ink inset-ring-[1.5px] inset-ring-on-ink-line hover:bg-on-ink-ghost',
};

const SIZES: Record<ButtonSize, string> = {
  m: 'min-h-(--tap) px-5 text-sm',
  l: 'min-h-13 px-6 text-md',
};

/** Classes of buttons, and of links that look like buttons. */
export function buttonStyle(
  kind: ButtonKind = 'primary',
  size: ButtonSize = 'm',
  className?: string,
): string {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap',
    'transition-[background-color,transform] duration-(--t-fast) active:scale-[.98]',
    'off:bg-surface-3 off:text-text-3 disabled:inset-ring-0 off:active:scale-100',
    SIZES[size],
    KINDS[kind],
    className,
  );
}

/** Classes of a square icon button of 44 px. */
export const iconButtonStyle =
  'relative inline-flex size-(--tap) flex-none items-center justify-center rounded-md text-text hover:bg-surface-3';
