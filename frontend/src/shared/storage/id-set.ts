import { useSyncExternalStore } from 'react';

/** A set of product ids many small parts look at: each is drawn anew only when its own answer changes. */
export function createIdSet(ids: Iterable<number> = []) {
  let set = new Set(ids);
  const listeners = new Set<() => void>();
  return {
    has: (id: number) => set.has(id),
    replace: (next: Iterable<number>) => {
      set = new Set(next);
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type IdSet = ReturnType<typeof createIdSet>;

export function useHas(set: IdSet, id: number): boolean {
  return useSyncExternalStore(
    set.subscribe,
    () => set.has(id),
    () => false,
  );
}
