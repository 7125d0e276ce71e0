// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createLocalStore, useLocalStore } from './local-store';

const KEY = 'heuan_test';
const parse = (stored: unknown): string[] => (Array.isArray(stored) ? stored : []);

beforeEach(() => localStorage.clear());

/** The store of another tab: a store of its own on the same storage, whose changes this tab learns by an event. */
function otherTab() {
  const store = createLocalStore(KEY, parse);
  const update = (change: (value: string[]) => string[]) => {
    store.update(change);
    dispatchEvent(new StorageEvent('storage', { key: KEY }));
  };
  return { ...store, update };
}

it('change of one tab keeps what another tab has stored before', () => {
  const here = createLocalStore(KEY, parse);
  const there = otherTab();
  expect([here.current(), there.current()]).toEqual([[], []]);
  there.update((names) => [...names, 'a']);
  here.update((names) => [...names, 'b']);
  there.update((names) => names.filter((name) => name !== 'a'));
  expect([here.current(), there.current()]).toEqual([['b'], ['b']]);
});

it('component follows a change of another tab, and storage that is cleared', () => {
  const here = createLocalStore(KEY, parse);
  const { result } = renderHook(() => useLocalStore(here));
  act(() => otherTab().update(() => ['a']));
  expect(result.current).toEqual(['a']);
  const before = result.current;
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'another' })));
  expect(result.current).toBe(before);
  localStorage.clear();
  act(() => void dispatchEvent(new StorageEvent('storage', { key: null })));
  expect(result.current).toEqual([]);
});

it('unreadable text is as nothing', () => {
  localStorage.setItem(KEY, '{');
  expect(createLocalStore(KEY, parse).current()).toEqual([]);
});

it('value that cannot be stored lasts as long as the page', () => {
  const here = createLocalStore(KEY, parse);
  here.update(() => ['a']);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  here.update((names) => [...names, 'b']);
  here.update((names) => [...names, 'c']);
  expect(here.current()).toEqual(['a', 'b', 'c']);
  full.mockRestore();
});
