import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { cx } from './cx';

type SheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  label: string;
  /** Edge of the screen from which the sheet slides in. */
  side: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

/**
 * Modal panel at the side of the screen, on the native `<dialog>`: the focus is trapped, Escape and an outside click
 * close it.
 */
export function Sheet({ isOpen, onOpenChange, label, side, className, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);

  // React lets `close` of an inner dialog bubble, unlike browsers.
  const closeIfOwn = (event: SyntheticEvent) =>
    event.target === event.currentTarget && onOpenChange(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      aria-label={label}
      data-side={side}
      onClose={closeIfOwn}
      onClick={closeIfOwn}
      className={cx('sheet', className)}
    >
      <div className="flex h-full flex-col">{children}</div>
    </dialog>
  );
}
