import { type RefObject, useEffect } from 'react';

/**
 * Opens the dialog in the way it is wanted now: modal, beside the page, or not at all. Where there is no on-screen
 * keyboard to jump up, writing can begin at once.
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
