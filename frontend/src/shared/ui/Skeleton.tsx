import { cx } from './cx';

/** Placeholder box of the final size. It appears only after a noticeable delay. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('skeleton', className)} />;
}
