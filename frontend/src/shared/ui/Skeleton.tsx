import { cx } from './cx';

/** A grey box of the final size; it appears only when the wait is long enough to notice. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('sk', className)} />;
}
