import type { ComponentProps, SyntheticEvent } from 'react';

type ButtonProps = ComponentProps<'button'>;

const ignore = (event: SyntheticEvent) => event.preventDefault();

/**
 * Properties of a button that may be off because it was pressed: while it works, or at the end of a range. It is not disabled,
 * which would take the focus away.
 */
export const pressable = (
  isOff: ButtonProps['aria-disabled'],
  onClick: ButtonProps['onClick'],
): Pick<ButtonProps, 'aria-disabled' | 'onClick'> => ({
  'aria-disabled': isOff || undefined,
  onClick: isOff ? ignore : onClick,
});
