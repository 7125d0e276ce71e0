// @vitest-environment jsdom
import { fireEvent, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useShortcuts } from './use-shortcuts';

const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, code: `Key${key.toUpperCase()}`, ...more });

it('shortcut runs unless a field has the focus or Ctrl is held', () => {
  const confirm = vi.fn();
  renderHook(() => useShortcuts({ c: confirm }));
  press('c');
  expect(confirm).toHaveBeenCalledTimes(1);
  press('c', { ctrlKey: true });
  const field = document.body.appendChild(document.createElement('textarea'));
  press('c', {}, field);
  expect(confirm).toHaveBeenCalledTimes(1);
  field.remove();
});

it('second key of a sequence does not run its own shortcut', () => {
  const confirm = vi.fn();
  const toChat = vi.fn();
  renderHook(() => useShortcuts({ c: confirm }));
  renderHook(() => useShortcuts({ 'g c': toChat }));
  press('g');
  press('c');
  expect(toChat).toHaveBeenCalledTimes(1);
  expect(confirm).not.toHaveBeenCalled();
});

it('declined shortcut is passed to the next handler', () => {
  const second = vi.fn();
  renderHook(() => useShortcuts({ j: () => false }));
  renderHook(() => useShortcuts({ j: second }));
  press('j');
  expect(second).toHaveBeenCalledTimes(1);
});
