import { type FocusEvent, useEffect, useRef } from 'react';

/** Grace period: a click inside the element may move the focus away for a moment. */
const LEAVE_DELAY_MS = 200;

/** Calls `onLeave` when the focus has been outside an element for 200 ms. */
export function useFocusLeave(onLeave: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onFocus: () => clearTimeout(timer.current),
    onBlur: (event: FocusEvent) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(onLeave, LEAVE_DELAY_MS);
    },
  };
}
