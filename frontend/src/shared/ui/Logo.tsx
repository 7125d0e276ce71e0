import { cx } from './cx';

/** Logo mark: an H whose crossbar is a gable, a house on stilts. */
export function LogoMark({ className, stroke = 5 }: { className?: string; stroke?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      aria-hidden
      className={cx('flex-none', className)}
    >
      <path d="M5.5 4v24M26.5 4v24M5.5 20 16 10.5 26.5 20" />
    </svg>
  );
}
