import { type MouseEvent, useRef } from 'react';

const LONG_PRESS_MS = 500;

/** Event handlers for a long press. The click that ends the press is suppressed. */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const release = () => clearTimeout(press.current);
  return {
    onPointerDown: () => {
      wasLong.current = false;
      press.current = setTimeout(() => {
        wasLong.current = true;
        onLongPress();
      }, LONG_PRESS_MS);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
    onContextMenu: (event: MouseEvent) => {
      if (wasLong.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
    },
  };
}
