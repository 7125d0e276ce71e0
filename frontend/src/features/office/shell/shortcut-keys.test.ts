import { expect, it } from 'vitest';
import { keyOf } from './shortcut-keys';

it.each([
  ['a letter', { key: 'j', code: 'KeyJ', shiftKey: false }, 'j'],
  ['a letter with Shift', { key: 'X', code: 'KeyX', shiftKey: true }, 'Shift x'],
  ['a letter of a Lao layout', { key: '່', code: 'KeyJ', shiftKey: false }, 'j'],
  ['a sign', { key: '?', code: 'Slash', shiftKey: true }, '?'],
  ['a sign of a Lao layout', { key: 'ຝ', code: 'Slash', shiftKey: false }, '/'],
  ['a named key', { key: 'Enter', code: 'Enter', shiftKey: false }, 'enter'],
])('shortcut of the key %s is that of a Latin keyboard', (_, event, name) => {
  expect(keyOf(event)).toBe(name);
});
