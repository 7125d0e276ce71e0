import { cx } from '@/shared/ui/cx';

/** Style of text controls: 48 px high, with a ring in the brand color on focus and in crimson on an error. */
export const controlStyle = (isWrong: boolean, className?: string) =>
  cx(
    'w-full min-h-12 rounded-md bg-surface px-4 leading-head disabled:bg-surface-3 disabled:text-text-3',
    isWrong
      ? 'inset-ring-2 inset-ring-err focus-visible:ring-2 focus-visible:ring-focus'
      : 'inset-ring inset-ring-line-strong focus-visible:inset-ring-2 focus-visible:inset-ring-focus',
    className,
  );
