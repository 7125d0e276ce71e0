// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StaffMe } from '@/domain/staff/staff-check';
import { emitLive, INITIAL_STATE, setLiveState } from '@/shared/live/live-bus';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { StaffContext } from '../staff-access';
import { HEARTBEAT_MS, useOrderPresence } from './use-order-presence';

const NUMBER = '261121-7K3M9QTX';
const PATH = `/api/staff/orders/${NUMBER}/presence`;
const ME = { cus_id: 3, name: 'Kham', is_editing: false };
const NOY = { cus_id: 7, name: 'Noy', is_editing: false };

let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  setLiveState({ open: true, everOpened: true });
});

afterEach(() => {
  setLiveState(INITIAL_STATE);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <StaffContext value={{ account: { cus_id: ME.cus_id } } as StaffMe}>{children}</StaffContext>
);

/** Runs due timers, and the resulting requests. */
const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await vi.advanceTimersByTimeAsync(0);
  });

const bothHere = () => jsonResponse({ number: NUMBER, people: [ME, NOY] });

async function visit(open: () => Response = bothHere) {
  const requests = fakeApi({ [`PUT ${PATH}`]: open, [`DELETE ${PATH}`]: () => jsonResponse({}) });
  const hook = renderHook(({ isEditing }) => useOrderPresence(NUMBER, isEditing), {
    wrapper,
    initialProps: { isEditing: false },
  });
  await settle();
  const sent = () =>
    requests.map(({ method, body }) => [method, (body as { is_editing?: boolean }).is_editing]);
  const sequences = () => requests.map(({ body }) => (body as { sequence: number }).sequence);
  return { ...hook, sent, sequences };
}

it('visible order page sends a heartbeat every 20 seconds and a leave at the end', async () => {
  const { sent, sequences, unmount } = await visit();
  expect(sent()).toEqual([['PUT', false]]);
  await act(() => vi.advanceTimersByTimeAsync(HEARTBEAT_MS));
  await settle();
  expect(sent()).toHaveLength(2);
  visibility = 'hidden';
  await act(() => vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS));
  expect(sent()).toHaveLength(2);
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(sent()).toHaveLength(3);
  unmount();
  await settle();
  expect(sent().at(-1)).toEqual(['DELETE', undefined]);
  expect(sequences()).toEqual([1, 2, 3, 4]);
});

it('opened form sends a heartbeat at once', async () => {
  const { sent, rerender } = await visit();
  rerender({ isEditing: true });
  await settle();
  expect(sent()).toEqual([
    ['PUT', false],
    ['PUT', true],
  ]);
});

it('other people follow the events of this order, without the user', async () => {
  const { result } = await visit();
  expect(result.current).toEqual([NOY]);
  const editing = { ...NOY, is_editing: true };
  act(() => emitLive('order_presence', { number: NUMBER, people: [ME, editing] }));
  expect(result.current).toEqual([editing]);
  act(() => emitLive('order_presence', { number: 'another', people: [] }));
  expect(result.current).toEqual([editing]);
  act(() => emitLive('order_presence', { number: NUMBER, people: [ME] }));
  expect(result.current).toEqual([]);
});

const HELLO = { chat: true, notifications: true, staff_online: true, resumed: false };

it('during a reconnection the others stay, and after it the order is confirmed', async () => {
  const { result, sent } = await visit();
  act(() => setLiveState({ open: false }));
  expect(result.current).toEqual([NOY]);
  act(() => emitLive('hello', HELLO));
  expect(result.current).toEqual([NOY]);
  await settle();
  expect(sent()).toHaveLength(2);
  expect(result.current).toEqual([NOY]);
});

it('outage of live updates ends the others, and the next confirmation says who is here', async () => {
  let people = [ME, NOY];
  const { result } = await visit(() => jsonResponse({ number: NUMBER, people }));
  act(() => setLiveState({ open: false }));
  act(() => setLiveState({ polling: true }));
  expect(result.current).toEqual([]);
  people = [ME, { ...NOY, cus_id: 8, name: 'Bee' }];
  act(() => emitLive('hello', HELLO));
  expect(result.current).toEqual([]);
  await settle();
  expect(result.current.map(({ name }) => name)).toEqual(['Bee']);
});

it('before the first connection of live updates no person is shown', async () => {
  setLiveState(INITIAL_STATE);
  const { result } = await visit();
  expect(result.current).toEqual([]);
});

it('refused heartbeat shows no person and is repeated', async () => {
  const { result, sent } = await visit(() => problemResponse(503));
  expect(result.current).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(HEARTBEAT_MS));
  await settle();
  expect(sent()).toHaveLength(2);
});
