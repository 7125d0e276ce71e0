// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePickedLines } from './picked-lines';

const LINE = { pro_id: 101002, quantity: 8 };

it('ticked line stays ticked for its order until its quantity changes', () => {
  const first = renderHook(() => usePickedLines('01K9'));
  act(() => first.result.current.toggle(LINE));
  expect(first.result.current.has(LINE)).toBe(true);
  expect(first.result.current.has({ ...LINE, quantity: 4 })).toBe(false);
  const again = renderHook(() => usePickedLines('01K9'));
  expect(again.result.current.has(LINE)).toBe(true);
  const other = renderHook(() => usePickedLines('01KA'));
  expect(other.result.current.has(LINE)).toBe(false);
  act(() => first.result.current.toggle(LINE));
  expect(first.result.current.has(LINE)).toBe(false);
});

it('tick made in another tab is shown, and stays when a line is ticked here', () => {
  const { result } = renderHook(() => usePickedLines('01KB'));
  const other = { pro_id: 101003, quantity: 1 };
  const stored = JSON.parse(localStorage.getItem('heuan_staff_picked') ?? '[]');
  act(() => {
    localStorage.setItem('heuan_staff_picked', JSON.stringify([...stored, ['01KB', ['101003×1']]]));
    dispatchEvent(new StorageEvent('storage', { key: 'heuan_staff_picked' }));
  });
  expect(result.current.has(other)).toBe(true);
  act(() => result.current.toggle(LINE));
  expect([result.current.has(other), result.current.has(LINE)]).toEqual([true, true]);
});
