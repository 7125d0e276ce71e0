import { type RefObject, useEffect } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';

/** Calls `onDismiss` on Escape, or on a press or focus outside the element, while `isActive`. */
export function useDismiss(
  ref: RefObject<HTMLElement | null>,
  isActive: boolean,
  onDismiss: () => void,
): void {
  useEffect(() => {
    if (!isActive) return;
    const outside = (event: Event) => {
      if (!ref.current?.contains(event.target as Node)) onDismiss();
    };
    const onKey = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Escape') return;
      onDismiss();
      ref.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [ref, isActive, onDismiss]);
}
