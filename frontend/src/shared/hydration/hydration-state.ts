import { useSyncExternalStore } from 'react';

/** State of the server-rendered HTML in the page. */
export type SsrView = {
  /** Route key of the page that it shows; see `routeKey`. */
  of: string;
  /** Time for which it was rendered, in milliseconds. */
  now: number;
};

let renderedAt = 0;

export function setRenderedAt(now: number): void {
  renderedAt = now;
}

export const ssrTime = (): number => renderedAt;

const subscribe = () => () => {};

/**
 * Whether a component still renders the shared HTML of the edge, which contains neither user data nor the current time.
 * React hydrates that HTML first and renders the user's data right after.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
}
