import { expect, it } from 'vitest';
import { nextState, stepOf } from './category-menu-state';

it.each([
  [{}, 'categories'],
  [{ category: 2 }, 'groups'],
  [{ category: 2, group: 21 }, 'products'],
])('state %o shows the %s', (chosen, step) => {
  expect(stepOf({ id: 1, depth: 1, ...chosen })).toBe(step);
});

it('each step adds one history entry', () => {
  const groups = nextState({ id: 1, depth: 1 }, { category: 2 });
  expect(groups).toEqual({ id: 1, depth: 2, category: 2 });
  expect(nextState(groups, { group: 21 })).toEqual({ id: 1, depth: 3, category: 2, group: 21 });
});
