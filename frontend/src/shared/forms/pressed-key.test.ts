// @vitest-environment jsdom
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { expect, it } from 'vitest';
import { pressedKey } from './pressed-key';

const keydown = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init);

it.each([
  ['Enter', { key: 'Enter', keyCode: 13 }, 'Enter'],
  ['Enter within a composition', { key: 'Enter', isComposing: true, keyCode: 229 }, undefined],
  ['Enter right after compositionend, as in Safari', { key: 'Enter', keyCode: 229 }, undefined],
  ['Escape that cancels a composition', { key: 'Escape', keyCode: 229 }, undefined],
])('pressed key: %s', (_name, init, key) => {
  const event = keydown(init);
  expect(pressedKey(event)).toBe(key);
  expect(pressedKey({ key: event.key, nativeEvent: event } as ReactKeyboardEvent)).toBe(key);
});
