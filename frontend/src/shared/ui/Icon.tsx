import type { LucideIcon } from 'lucide-react';
import { cx } from './cx';

const SIZES = { s: 16, m: 20, l: 24 } as const;

type IconProps = { of: LucideIcon; size?: keyof typeof SIZES; className?: string };

/** Icon beside a text or inside a labeled control, hidden from screen readers. */
export function Icon({ of: Shape, size = 'm', className }: IconProps) {
  return (
    <Shape
      size={SIZES[size]}
      strokeWidth={1.75}
      aria-hidden
      className={cx('flex-none', className)}
    />
  );
}
