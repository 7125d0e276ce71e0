import { type RefObject, useEffect } from 'react';

/**
 * Opens the dialog as its mode requires: modal, non-modal, or closed. With a physical keyboard the input receives the
 * focus.
 */
export function useChatDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  isShown: boolean,
  isModal: boolean,
  takesFocus: boolean,
): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (element.open) element.close();
    if (isModal) element.showModal();
    else if (isShown) element.show();
    const input = element.querySelector<HTMLElement>('[data-chat-input]');
    if (takesFocus) input?.focus();
  }, [dialog, isModal, isShown, takesFocus]);
}
