import { expect, it } from 'vitest';
import {
  filterCount,
  listChange,
  parseOrderListParams,
  requestParams,
  shownList,
  withChange,
  withoutFilters,
} from './order-list-params';

/** The parsed parameters that are set. */
const parsed = (query: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(parseOrderListParams(query)).filter(([, value]) => value !== undefined),
  );

it('URL with all parameters is parsed unchanged', () => {
  const query = {
    view: 'to_confirm',
    search: '020 5555',
    status: 'placed',
    payment_status: 'paid',
    payment_method: 'qr',
    delivery: 'pickup',
    branch_id: '4',
    from: '2026-11-01',
    to: '2026-11-30',
    delivery_day: 'tomorrow',
    sort: 'total_desc',
    cursor: 'MTIz',
    page: '3',
  };
  expect(parsed(query)).toEqual({ ...query, branch_id: 4, page: 3 });
});

it.each([
  ['unknown view', { view: 'everything' }],
  ['unknown sort', { sort: 'name' }],
  ['unknown status', { status: 'lost' }],
  ['default view and sort', { view: 'all', sort: 'newest' }],
  ['empty search', { search: '  ' }],
  ['too long search', { search: 'x'.repeat(201) }],
  ['branch that is no number', { branch_id: 'x' }],
  ['branch 0', { branch_id: '0' }],
  ['day that does not exist', { from: '2026-02-30', to: '2026-13-01' }],
  ['day in words', { from: 'today' }],
  ['unknown delivery day', { delivery_day: 'soon' }],
  ['page without a cursor', { page: '2' }],
])('invalid or default parameter is left out: %s', (_, query) => {
  expect(parsed(query)).toEqual({});
});

it('page number is not sent to the server', () => {
  expect(requestParams({ cursor: 'c', page: 2, sort: 'oldest' })).toEqual({
    cursor: 'c',
    sort: 'oldest',
  });
});

it.each([
  ['no branch is the home branch', {}, 4, 4],
  ['no branch without a home branch is all', {}, undefined, undefined],
  ['a branch of the address wins', { branch_id: '3' }, 4, 3],
  ['all branches win', { branch_id: 'all' }, 4, undefined],
])('%s', (_, query, home, expected) => {
  const params = parseOrderListParams(query);
  expect(requestParams(shownList(params, home)).branch_id).toBe(expected);
});

it('all branches are in the address, not in a request, and count as no filter', () => {
  const params = parseOrderListParams({ branch_id: 'all' });
  expect([params.branch_id, filterCount(params)]).toEqual(['all', 0]);
  expect(requestParams(params).branch_id).toBeUndefined();
});

it('removed branch filter overrides the home branch, if there is one', () => {
  const removed = { branch_id: undefined };
  expect(listChange(removed, 4).branch_id).toBe('all');
  expect(listChange(removed, undefined).branch_id).toBeUndefined();
  expect(listChange({ branch_id: 3 }, 4).branch_id).toBe(3);
  expect('branch_id' in listChange({ status: 'placed' }, 4)).toBe(false);
});

it('filter change resets the page and keeps view and sort', () => {
  const params = parseOrderListParams({ view: 'mine', sort: 'oldest', cursor: 'c', page: '4' });
  expect(parsed(withChange(params, { delivery: 'pickup' }))).toEqual({
    view: 'mine',
    sort: 'oldest',
    delivery: 'pickup',
  });
});

it('date range counts as one filter, and all filters are cleared at once', () => {
  const params = parseOrderListParams({
    view: 'refunds',
    from: '2026-11-01',
    to: '2026-11-02',
    status: 'placed',
  });
  expect(filterCount(params)).toBe(2);
  expect(parsed(withoutFilters(params))).toEqual({ view: 'refunds' });
});
