import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from './Button';
import { LocalizedText } from './LocalizedText';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
};

/** Small modal dialog in the middle of the screen, on the native `<dialog>`. */
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

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
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
