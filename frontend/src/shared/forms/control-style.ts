import { cx } from '@/shared/ui/cx';

/**
 * Style of text controls: 48 px high, with a line in crimson on an error. The focus ring is inside the line, or
 * outside the line of an error, so that both are visible.
 */
export const controlStyle = (isWrong: boolean, className?: string) =>
  cx(
    'w-full min-h-12 rounded-md bg-surface px-4 leading-head disabled:bg-surface-3 disabled:text-text-3',
    isWrong ? 'inset-ring-2 inset-ring-err' : 'focus-inside inset-ring inset-ring-line-strong',
    className,
  );
