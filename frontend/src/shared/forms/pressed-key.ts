import type { KeyboardEvent } from 'react';
import { isComposing } from './is-composing';

/**
 * Key of a `keydown` event, or `undefined` if it belongs to the input method (IME). Enter then ends a composition
 * instead of sending a message, and Escape cancels it instead of closing a dialog.
 */
export function pressedKey(event: globalThis.KeyboardEvent | KeyboardEvent): string | undefined {
  const nativeEvent = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing({ nativeEvent }) ? undefined : event.key;
}
