import type { ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';

export type OptionOf = {
  /** The start of every option's id. */
  listId: string;
  active: string | undefined;
};

type OptionProps = OptionOf & {
  name: string;
  onPress: () => void;
  className?: string;
  children: ReactNode;
};

/** One choice of the list. The focus stays in the text: the keyboard comes here by `aria-activedescendant`. */
export function Option(props: OptionProps) {
  const { listId, active, name, onPress, className, children } = props;
  const id = `${listId}-${name}`;
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={active === id}
      onClick={onPress}
      className={cx('option', className)}
    >
      {children}
    </button>
  );
}
