import type { KeyboardEvent } from 'react';

/** Key code of a key event that an input method (IME) has handled. */
const HANDLED_BY_INPUT_METHOD = 229;

/**
 * Whether a key event belongs to the input method (IME). Enter then confirms the composition instead of sending. Safari
 * reports such an Enter after `compositionend`, when `isComposing` is already false.
 */
export function isComposing({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === HANDLED_BY_INPUT_METHOD;
}
