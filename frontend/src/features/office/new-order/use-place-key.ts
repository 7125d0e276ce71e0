import { useEffect, useRef } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';

/** Ctrl+Enter places the order, also while a field has the focus. */
export function usePlaceKey(onPlace: () => void): void {
  const newest = useRef(onPlace);
  useEffect(() => {
    newest.current = onPlace;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      newest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
