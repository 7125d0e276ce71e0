import { useSyncExternalStore } from 'react';
import { writeLocal } from './local-storage';

/** A value in local storage that all tabs of a browser read and change. */
export type LocalStore<Value> = {
  /** The newest value, also of other tabs. It is the same object until the value changes. */
  current: () => Value;
  /** Stores what `change` makes of the newest value, so that changes of other tabs are not lost. */
  update: (change: (value: Value) => Value) => void;
  /** Calls `listener` after changes in this tab and in others. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
};

/**
 * Creates a store. `parse` converts the stored value, which may be anything, or null if nothing is stored. In a
 * browser that refuses to store a value, the value lasts as long as the page.
 */
export function createLocalStore<Value>(
  key: string,
  parse: (stored: unknown) => Value,
): LocalStore<Value> {
  /** The value, and the stored text that it belongs to. */
  let known: { text: string | null; value: Value } | undefined;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  // A null key: everything was deleted.
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notify();
  };

  function current(): Value {
    const text = readText(key);
    if (known?.text !== text || !known) known = { text, value: parse(jsonOf(text)) };
    return known.value;
  }

  return {
    current,
    update: (change) => {
      const value = change(current());
      writeLocal(key, value);
      known = { text: readText(key), value };
      notify();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', onStorage);
      };
    },
  };
}

/** The newest value of a store. The component is rendered again when it changes. */
export const useLocalStore = <Value>({ subscribe, current }: LocalStore<Value>): Value =>
  useSyncExternalStore(subscribe, current);

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
