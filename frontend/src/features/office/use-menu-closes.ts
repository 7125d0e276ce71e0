import type { RefObject } from 'react';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useDismiss } from '@/shared/hooks/use-dismiss';

/**
 * Closes an open menu of the back office by Escape, by a press or focus outside it, and by the browser's back button,
 * which returns the focus to the button of the menu.
 */
export function useMenuCloses(
  menu: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  useDismiss(menu, isOpen, onClose);
  useBackCloses(isOpen, () => {
    onClose();
    menu.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  });
}
