import type { KeyboardEvent } from 'react';

/** Key code of a key that an input method has handled. */
const HANDLED_BY_INPUT_METHOD = 229;

/**
 * Whether a key belongs to the input method, so that Enter confirms what is composed instead of sending it. Safari reports
 * such an Enter after `compositionend`, when `isComposing` is false already.
 */
export function isComposing({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === HANDLED_BY_INPUT_METHOD;
}
