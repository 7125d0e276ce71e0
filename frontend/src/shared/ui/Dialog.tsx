import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from './Button';
import { LocalizedText } from './LocalizedText';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
};

/**
 * Small modal dialog in the middle of the screen, on the native `<dialog>`. Escape closes only the dialog, also in a panel or
 * another dialog that Escape closes as well.
 */
export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) {
      element?.showModal();
      // React focuses an element with `autoFocus` before the dialog is shown, and `showModal` then focuses the close button.
      element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);

  // React lets `close` of an inner dialog bubble, unlike browsers.
  const closeIfOwn = (event: SyntheticEvent) => event.target === event.currentTarget && onClose();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={closeIfOwn}
      onClick={closeIfOwn}
      onKeyDown={(event) => pressedKey(event) === 'Escape' && event.stopPropagation()}
      className="dialog"
    >
      <div className="p-5 pt-2">
        <div className="flex items-center justify-between gap-3">
          <h2 id={id} className="text-lg">
            <LocalizedText>{title}</LocalizedText>
          </h2>
          <IconButton icon={X} label={t('action.close')} onClick={onClose} className="-me-3" />
        </div>
        {children}
      </div>
    </dialog>
  );
}
