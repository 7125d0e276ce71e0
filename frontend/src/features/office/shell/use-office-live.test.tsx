// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emitLive, INITIAL_STATE, setLiveState } from '@/shared/live/live-bus';
import { HELLO } from '@/testing/fake-live';
import { fakeApi, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { orderSummary } from '@/testing/staff-order';
import { until } from '@/testing/until';
import { playNewOrder } from '../orders/new-order-sound';
import { markSeen, useArrivals } from '../orders/order-arrivals';
import type { StaffOrderSummary } from '../staff-order-types';
import { useOfficeLive } from './use-office-live';

const LIST = '/api/staff/orders';
const PAGE_SIZE = 20;
const HOUR = 3_600_000;
const START = Date.parse('2026-11-21T08:00:00+07:00');

vi.mock('../orders/new-order-sound', () => ({ playNewOrder: vi.fn() }));

/** Orders of the shop, newest first; their ids differ between tests, because arrivals are kept by the module. */
let orders: StaffOrderSummary[];
let count = 0;
let fails: boolean;
/** The shop's time, which each response has. */
let shopTime: () => number;
let visibility: DocumentVisibilityState;

function arrive(change: Partial<StaffOrderSummary> = {}): string {
  count += 1;
  const order_id = `order${count}`;
  const created_at = new Date(START + count * 1_000).toISOString();
  orders.unshift(orderSummary({ order_id, created_at, ...change }));
  return order_id;
}

beforeEach(() => {
  orders = [];
  fails = false;
  shopTime = () => Date.now();
  visibility = 'hidden';
  vi.mocked(playNewOrder).mockClear();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  act(() => setLiveState(INITIAL_STATE));
  act(markSeen);
});

function Page({ hasOrders }: { hasOrders: boolean }) {
  useOfficeLive(hasOrders);
  return <p>{useArrivals().unseen} unseen</p>;
}

async function open(hasOrders = true) {
  const requests = fakeApi({
    [`GET ${LIST}`]: ({ url }) => {
      if (fails) return problemResponse(503, { code: 'unavailable' });
      const from = Number(new URLSearchParams(url.split('?')[1]).get('cursor') ?? 0);
      const end = from + PAGE_SIZE;
      const data = orders.slice(from, end);
      const next_cursor = end < orders.length ? String(end) : null;
      return Response.json(
        { success: true, data, next_cursor, total: orders.length },
        { headers: { date: new Date(shopTime()).toUTCString() } },
      );
    },
  });
  await renderPage({ path: '/staff', page: () => <Page hasOrders={hasOrders} /> });
  const comparisons = () => requests.filter(({ path }) => path === LIST).length;
  if (hasOrders) await until(() => expect(comparisons()).toBe(1));
  return comparisons;
}

const event = (order_id: string) =>
  act(() =>
    emitLive('staff_order', { order_id, number: 'N', version: 0, status: 'placed', is_new: true }),
  );
const hello = () => act(() => emitLive('hello', HELLO));

it('orders that arrived while the stream was down ring once and are counted when it is back', async () => {
  arrive();
  await open();
  hello();
  arrive();
  arrive();
  hello();
  await screen.findByText('2 unseen');
  expect(playNewOrder).toHaveBeenCalledTimes(1);
});

it('stream that comes back without a new order does not ring', async () => {
  arrive();
  const comparisons = await open();
  const known = arrive();
  event(known);
  await screen.findByText('1 unseen');
  hello();
  await until(() => expect(comparisons()).toBe(2));
  arrive({ status: 'cancelled' });
  act(() => emitLive('reset', { chat: true, notifications: true }));
  await until(() => expect(comparisons()).toBe(3));
  const last = arrive();
  hello();
  await screen.findByText('2 unseen');
  event(last);
  expect(playNewOrder).toHaveBeenCalledTimes(2);
});

it('order that arrives without a stream rings with the next poll', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open();
  act(() => setLiveState({ polling: true }));
  arrive();
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  await screen.findByText('1 unseen');
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(playNewOrder).toHaveBeenCalledTimes(1);
});

it('orders of several pages are counted, and not the older ones', async () => {
  for (let order = 0; order < 3 * PAGE_SIZE; order += 1) arrive();
  await open();
  for (let order = 0; order < 2 * PAGE_SIZE + 5; order += 1) arrive();
  hello();
  await screen.findByText('45 unseen');
});

it('comparison that failed is repeated with the next event', async () => {
  arrive();
  const comparisons = await open();
  arrive();
  fails = true;
  hello();
  await until(() => expect(comparisons()).toBe(2));
  fails = false;
  await until(() => {
    event(orders[0]?.order_id ?? '');
    expect(comparisons()).toBe(3);
  });
});

it('failed comparison is repeated every 15 seconds until it succeeds, and rings once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const comparisons = await open();
  fails = true;
  hello();
  await until(() => expect(comparisons()).toBe(2));
  const missed = arrive();
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await until(() => expect(comparisons()).toBe(3));
  expect(playNewOrder).not.toHaveBeenCalled();
  fails = false;
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await screen.findByText('1 unseen');
  const before = comparisons();
  event(missed);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(comparisons()).toBe(before);
  expect(playNewOrder).toHaveBeenCalledTimes(1);
});

it.each([
  ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
  [
    'the tab becomes visible',
    () => {
      visibility = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
    },
  ],
])('failed comparison is repeated at once when %s', async (_, happen) => {
  const comparisons = await open();
  fails = true;
  hello();
  await until(() => expect(comparisons()).toBe(2));
  arrive();
  fails = false;
  await until(() => {
    act(() => void happen());
    expect(playNewOrder).toHaveBeenCalledTimes(1);
  });
});

it('order that arrives after a first comparison that failed rings with the next one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: START + count * 1_000 + 500 });
  arrive({ created_at: new Date(START - 60_000).toISOString() });
  fails = true;
  await open();
  arrive();
  fails = false;
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await screen.findByText('1 unseen');
  expect(playNewOrder).toHaveBeenCalledTimes(1);
});

it.each([
  ['an hour fast', HOUR],
  ['an hour slow', -HOUR],
])(
  'orders after a first comparison that failed ring, and no older ones, with a clock %s',
  async (_, error) => {
    const shop = START + count * 1_000 + 500;
    vi.useFakeTimers({ shouldAdvanceTime: true, now: shop + error });
    shopTime = () => Date.now() - error;
    arrive({ created_at: new Date(shop - HOUR / 2).toISOString() });
    fails = true;
    await open();
    arrive();
    fails = false;
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await screen.findByText('1 unseen');
    expect(playNewOrder).toHaveBeenCalledTimes(1);
  },
);

it('role without orders does not request them', async () => {
  const comparisons = await open(false);
  hello();
  await screen.findByText('0 unseen');
  expect(comparisons()).toBe(0);
});
