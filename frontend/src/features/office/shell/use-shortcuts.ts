import { useEffect, useRef } from 'react';
import { isTaken, keyOf } from './shortcut-keys';
import { areShortcutsOn } from './shortcut-setting';

/** What a key does, by its name; `g o` is two keys one after the other. A handler that returns false leaves the key. */
export type Shortcuts = Record<string, ((event: KeyboardEvent) => unknown) | undefined>;

const SEQUENCE_MS = 1_000;
/** Keys that only begin a sequence: what follows one is no key of its own. */
const PREFIXES = new Set(['g']);

/** Handles keys while the component stands and no field has the focus. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const newest = useRef(shortcuts);
  useEffect(() => {
    newest.current = shortcuts;
  });
  useEffect(() => {
    let first = '';
    let firstAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTaken(event) || !areShortcutsOn()) return;
      const key = keyOf(event);
      const isSecond = PREFIXES.has(first) && event.timeStamp - firstAt < SEQUENCE_MS;
      const handler = newest.current[isSecond ? `${first} ${key}` : key];
      first = key;
      firstAt = event.timeStamp;
      if (!handler || handler(event) === false) return;
      first = '';
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
