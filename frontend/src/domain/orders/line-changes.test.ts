import { expect, it } from 'vitest';
import { readChanges } from './line-changes';

const change = { pro_id: 1, requested: 2, available: 5, price_was: 100, price_now: 120 };

it('changes in a response that are not lines are ignored', () => {
  expect(readChanges([change, null, 'x', { pro_id: 'a' }])).toEqual([change]);
  expect(readChanges(undefined)).toEqual([]);
});
