import type { ReactNode } from 'react';
import { cx } from './cx';

type ScrollAreaProps = {
  label: string;
  /** Includes what makes it scroll. */
  className: string;
  isBusy?: boolean;
  children: ReactNode;
};

/** Scrolling area whose content may have no control. The keyboard reaches the area itself and scrolls it. */
export function ScrollArea({ label, className, isBusy, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div
      role="group"
      aria-label={label}
      aria-busy={isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      className={cx(className, 'focus-inside')}
    >
      {children}
    </div>
  );
}

/** Scrolling list whose items may have no control, as a {@link ScrollArea}. */
export function ScrollList({ label, className, isBusy, children }: ScrollAreaProps) {
  return (
    <ul
      aria-label={label}
      aria-busy={isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      className={cx(className, 'focus-inside')}
    >
      {children}
    </ul>
  );
}
