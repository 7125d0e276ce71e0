import { useSyncExternalStore } from 'react';

/** Store of ids with many subscribers: each rerenders only when its own result changes. */
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
