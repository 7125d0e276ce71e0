// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { isOwnList, isSameList, removeView, saveView, useSavedViews } from './saved-views';

it('saved view is the list without its page, and a name stands for one list', () => {
  const { result } = renderHook(() => useSavedViews());
  act(() => saveView('Dongdok', { branch_id: 3, cursor: 'NEXT', page: 2 }));
  expect(result.current.map(({ name }) => name)).toEqual(['Dongdok']);
  expect(isSameList(result.current[0]?.params ?? {}, { branch_id: 3 })).toBe(true);
  act(() => saveView('Dongdok', { branch_id: 4 }));
  expect(result.current).toHaveLength(1);
  expect(isSameList(result.current[0]?.params ?? {}, { branch_id: 4 })).toBe(true);
  act(() => removeView('Dongdok'));
  expect(result.current).toEqual([]);
});

it.each([
  [{}, false],
  [{ view: 'mine' } as const, false],
  [{ sort: 'oldest' } as const, false],
  [{ branch_id: 3 }, true],
  [{ search: 'bounmy' }, true],
  [{ cus_id: 7 }, true],
])('list %j can be saved: %s', (params, expected) => {
  expect(isOwnList(params)).toBe(expected);
});
