import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';

// What is typed or chosen while a page is only to be looked at stands in its controls. React takes them over as they
// stand, and says nothing of it. A control that is created again shows its state, so nothing is replayed.

/** Tells what was typed into a box too early, in time for a press that counts with it. */
export function useReplayEarlyInput(
  box: RefObject<HTMLInputElement | null>,
  shown: string,
  tell: (box: HTMLInputElement) => void,
): void {
  const told = useEffectEvent(() => {
    const { current } = box;
    if (current && current.value !== shown) tell(current);
  });
  useLayoutEffect(() => told(), []);
}

/** Tells what was chosen too early. That leads to another page, which has to wait until the router listens. */
export function useReplayEarlySelection<Control extends HTMLInputElement | HTMLSelectElement>(
  control: RefObject<Control | null>,
  isShown: (control: Control) => boolean,
  tell: (control: Control) => void,
): void {
  const told = useEffectEvent(() => {
    const { current } = control;
    if (current && !isShown(current)) tell(current);
  });
  useEffect(() => told(), []);
}
