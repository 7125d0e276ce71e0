import { useSyncExternalStore } from 'react';

/** Time in ms for which a new order is marked. */
export const NEW_FOR_MS = 30_000;
export const MAX_ARRIVALS = 200;

type Arrivals = {
  /** Time at which this tab received each order, by order id. */
  at: ReadonlyMap<string, number>;
  /** Orders that arrived while this tab was hidden. */
  unseen: number;
};

let arrivals: Arrivals = { at: new Map(), unseen: 0 };
const listeners = new Set<() => void>();

function set(next: Arrivals): void {
  arrivals = next;
  for (const listener of [...listeners]) listener();
}

/** Marks an order as new. Returns whether it was not marked before. */
export function addArrival(orderId: string, now: number): boolean {
  if (arrivals.at.has(orderId)) return false;
  const isSeen = document.visibilityState === 'visible';
  const at = new Map([...arrivals.at, [orderId, now] as const].slice(-MAX_ARRIVALS));
  set({ at, unseen: isSeen ? 0 : arrivals.unseen + 1 });
  return true;
}

export function markSeen(): void {
  if (arrivals.unseen > 0) set({ ...arrivals, unseen: 0 });
}

export function isNewOrder({ at }: Arrivals, orderId: string, now: number): boolean {
  const came = at.get(orderId);
  return came !== undefined && now - came < NEW_FOR_MS;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useArrivals = (): Arrivals => useSyncExternalStore(subscribe, () => arrivals);
