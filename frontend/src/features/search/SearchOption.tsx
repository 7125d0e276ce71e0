import type { ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';

export type OptionContext = {
  /** Prefix of the options' ids. */
  listId: string;
  active: string | undefined;
};

type SearchOptionProps = OptionContext & {
  name: string;
  onClick: () => void;
  className?: string;
  children: ReactNode;
};

/** Option of the list. The focus stays in the input, which points to the active option with `aria-activedescendant`. */
export function SearchOption(props: SearchOptionProps) {
  const { listId, active, name, onClick, className, children } = props;
  const id = `${listId}-${name}`;
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={active === id}
      onClick={onClick}
      className={cx('option', className)}
    >
      {children}
    </button>
  );
}
