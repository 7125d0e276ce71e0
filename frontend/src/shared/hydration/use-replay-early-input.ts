import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';

// What is typed or chosen while a page is only to be looked at stands in its controls. React takes them over as they
// stand, and says nothing of it. A control that is created again shows its state, so nothing is replayed.

/** Passes on text that was typed into an input before hydration, in time for a click that uses it. */
export function useReplayEarlyInput(
  box: RefObject<HTMLInputElement | null>,
  shown: string,
  onInput: (box: HTMLInputElement) => void,
): void {
  const replay = useEffectEvent(() => {
    const { current } = box;
    if (current && current.value !== shown) onInput(current);
  });
  useLayoutEffect(() => replay(), []);
}

/** Passes on a choice that was made before hydration. It navigates, which has to wait until the router listens. */
export function useReplayEarlySelection<Control extends HTMLInputElement | HTMLSelectElement>(
  control: RefObject<Control | null>,
  isShown: (control: Control) => boolean,
  onInput: (control: Control) => void,
): void {
  const replay = useEffectEvent(() => {
    const { current } = control;
    if (current && !isShown(current)) onInput(current);
  });
  useEffect(() => replay(), []);
}
