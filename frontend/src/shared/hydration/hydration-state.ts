import { useSyncExternalStore } from 'react';

/** State of the server-rendered HTML in the page. */
export type SsrView = {
  /** The page it shows; see `routeKey`. */
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
 * Whether a component still renders the shared HTML of the edge, which contains neither user data nor the time.
 * React takes such a part over as it stands, and draws what is the visitor's own right after.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
}
