import { useSyncExternalStore } from 'react';

export type DrawerName = 'cart' | 'wishlist';

/** State of the drawers: at most one is open, and any page may open one. */
let open: DrawerName | null = null;
const listeners = new Set<() => void>();

export function openDrawer(name: DrawerName | null): void {
  open = name;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDrawer(): DrawerName | null {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );
}
