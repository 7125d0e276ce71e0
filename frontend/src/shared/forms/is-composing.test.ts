import { expect, it } from 'vitest';
import { isComposing } from './is-composing';

const key = (event: Partial<KeyboardEvent>) => ({ nativeEvent: event as KeyboardEvent });

it('Enter that ends a composition is not handled, in Safari too', () => {
  expect(isComposing(key({ isComposing: true, keyCode: 229 }))).toBe(true);
  // Safari: after compositionend.
  expect(isComposing(key({ isComposing: false, keyCode: 229 }))).toBe(true);
  expect(isComposing(key({ isComposing: false, keyCode: 13 }))).toBe(false);
});
