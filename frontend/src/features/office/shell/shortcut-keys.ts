import { pressedKey } from '@/shared/forms/pressed-key';

/**
 * Name of a key event as shortcuts use it: `j`, `Shift x`, `/`, `enter`. With a Lao keyboard layout, letters are named
 * by their physical position.
 */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  const { key, code, shiftKey } = event;
  if (key.length !== 1) return key.toLowerCase();
  if (/^[a-z]$/i.test(key)) return shiftKey ? `Shift ${key.toLowerCase()}` : key.toLowerCase();
  if (/^[\u0021-\u007e]$/.test(key)) return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  if (!letter) return key;
  return shiftKey ? `Shift ${letter}` : letter;
}

/** Whether a key event belongs to an input method, or to the focused element: a field, or an open dialog. */
export function isTaken(event: KeyboardEvent): boolean {
  if (pressedKey(event) === undefined) return true;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target as Element | null;
  if (target?.closest?.('input:not([type="checkbox"]), textarea, select, [contenteditable]')) {
    return true;
  }
  return document.querySelector('dialog[open]') !== null;
}
