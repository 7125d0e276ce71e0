import { useSyncExternalStore } from 'react';

/** What the edge says about the HTML it has put into the page. */
export type SsrView = {
  /** The page it shows; see `viewOf`. */
  of: string;
  /** The time it was rendered for, in milliseconds. */
  now: number;
};

let renderedAt = 0;

export function setRenderedAt(now: number): void {
  renderedAt = now;
}

export const ssrTime = (): number => renderedAt;

const subscribe = () => () => {};

/**
 * Whether a part is still as the edge rendered it for everybody: it knows neither who is looking nor what time it is.
 * React takes such a part over as it stands, and draws what is the visitor's own right after.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
}
