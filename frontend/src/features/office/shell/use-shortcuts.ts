import { useEffect, useRef } from 'react';
import { isTaken, keyOf } from './shortcut-keys';
import { areShortcutsOn } from './shortcut-setting';

/** Handlers by key name; `g o` is two keys in sequence. A handler that returns false does not consume the key. */
export type Shortcuts = Record<string, ((event: KeyboardEvent) => unknown) | undefined>;

const SEQUENCE_MS = 1_000;
/** Keys that begin a sequence; the key after one has no meaning of its own. */
const PREFIXES = new Set(['g']);

/** Handles keys while the component is mounted and no field has the focus. */
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
