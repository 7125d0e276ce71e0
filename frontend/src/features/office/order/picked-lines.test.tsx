// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { emitLive } from '@/shared/live/live-bus';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffOrder } from '@/testing/staff-order';
import type { PickedLine, PickRequest, StaffOrder } from '../staff-order-types';
import { StaffOrderPage } from './StaffOrderPage';

afterEach(() => vi.useRealTimers());

const PATH = '/api/staff/orders/01K9';
const [LINE] = staffOrder().lines;
const PIPE = { ...LINE, pro_id: 401011, pro_name_en: 'Pipe', quantity: 2 } as typeof LINE;
const PREPARING = staffOrder({
  status: 'preparing',
  lines: [LINE, PIPE] as StaffOrder['lines'],
});

const tick = (pro_id: number, name: string): PickedLine => ({
  pro_id,
  at: '2026-11-21T15:46:00+07:00',
  by: { cus_id: 9, name },
});

/** Opens the page of an order whose ticks the server keeps; `refuse` may answer a tick instead. */
async function open(
  refuse: () => Response | undefined = () => undefined,
  order = PREPARING,
  isOffline = () => false,
) {
  let now = order;
  const failOffline = () => {
    if (isOffline()) throw new TypeError('Failed to fetch');
  };
  const requests = fakeApi({
    [`GET ${PATH}`]: () => {
      failOffline();
      return jsonResponse(now);
    },
    'GET /api/staff/product-locations': () => jsonResponse({ locations: {} }),
    [`PUT ${PATH}/picked-lines`]: ({ body }) => {
      failOffline();
      const refused = refuse();
      if (refused) return refused;
      const { pro_id, picked } = body as PickRequest;
      const others = (now.picked_lines ?? []).filter((line) => line.pro_id !== pro_id);
      now = { ...now, picked_lines: picked ? [...others, tick(pro_id, 'Kham')] : others };
      return jsonResponse({ picked_lines: now.picked_lines });
    },
  });
  await renderPage({
    path: '/staff/orders/$orderId',
    at: '/staff/orders/01K9',
    page: () => <StaffOrderPage />,
    leadsTo: ['/staff/orders', '/staff/$cusId', '/staff/orders/print'],
  });
  await screen.findByRole('heading', { name: PREPARING.number });
  return {
    sent: () =>
      requests.filter(({ path }) => path.endsWith('/picked-lines')).map(({ body }) => body),
    change: (change: Partial<StaffOrder>) => {
      now = { ...now, ...change };
    },
  };
}

const items = () => within(screen.getByRole('region', { name: 'Items' }));
const box = (name: string) => items().getByRole<HTMLInputElement>('checkbox', { name });
const CEMENT = 'Picked: Portland cement';

it('lines are ticked off one after the other with their displayed quantity, and a tick is undone', async () => {
  const { sent } = await open();
  await userEvent.click(box(CEMENT));
  await userEvent.click(box('Picked: Pipe'));
  await items().findByText('2 of 2 picked');
  await waitFor(() => expect(items().getAllByText('Kham')).toHaveLength(2));
  await userEvent.click(box(CEMENT));
  await items().findByText('1 of 2 picked');
  await waitFor(() =>
    expect(sent()).toEqual([
      { pro_id: 101002, quantity: 8, picked: true },
      { pro_id: 401011, quantity: 2, picked: true },
      { pro_id: 101002, quantity: 8, picked: false },
    ]),
  );
  await waitFor(() => expect(box(CEMENT).checked).toBe(false));
});

it('tick of another clerk appears with the name and is no change of the order', async () => {
  const { change } = await open();
  change({ picked_lines: [tick(401011, 'Phonsavan')] });
  emitLive('order_picked', { order_id: '01K9' });
  await items().findByText('Phonsavan');
  expect([box(CEMENT).checked, box('Picked: Pipe').checked]).toEqual([false, true]);
  expect(document.querySelector('[data-order-changed]')).toBeNull();
});

it('refused tick is taken back, and a changed line shows its new quantity', async () => {
  const changed = { ...PREPARING, version: 4, lines: [{ ...LINE, quantity: 5 }] } as StaffOrder;
  const answers = [
    () => problemResponse(503, { code: 'unavailable' }),
    () => problemResponse(409, { reason: 'order_changed', order: changed }),
  ];
  const { change } = await open(() => answers.shift()?.());
  await userEvent.click(box(CEMENT));
  await waitFor(() => expect(box(CEMENT).checked).toBe(false));
  change(changed);
  await userEvent.click(box(CEMENT));
  await items().findByText('0 of 1 picked');
  expect(document.querySelector('[data-order-changed]')).not.toBeNull();
});

it('failed tick is taken back although the order cannot be fetched, and a confirmed one stays', async () => {
  const isOffline = vi.fn(() => false);
  const { sent } = await open(undefined, PREPARING, isOffline);
  await userEvent.click(box('Picked: Pipe'));
  await items().findByText('Kham');
  isOffline.mockReturnValue(true);
  await userEvent.click(box(CEMENT));
  await userEvent.click(box('Picked: Pipe'));
  await waitFor(() => expect(sent()).toHaveLength(3));
  await waitFor(() => expect(box(CEMENT).checked).toBe(false));
  await waitFor(() => expect(box('Picked: Pipe').checked).toBe(true));
  expect(items().getByText('Kham')).toBeTruthy();
  // Ticked and undone without a connection: the tick of before is shown.
  await userEvent.click(box('Picked: Pipe'));
  await userEvent.click(box('Picked: Pipe'));
  await waitFor(() => expect(sent()).toHaveLength(5));
  await waitFor(() => expect(box('Picked: Pipe').checked).toBe(true));
  await items().findByText('Kham');
});

it('tick after the time to undo a step does not offer to undo it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const undo_until = new Date(Date.now() + 1500).toISOString();
  const { change } = await open(undefined, { ...PREPARING, undo_until });
  const undo = () => screen.queryByRole('button', { name: /^Undo/ });
  await waitFor(() => expect(undo()).not.toBeNull());
  vi.setSystemTime(Date.parse(undo_until) + 1);
  await waitFor(() => expect(undo()).toBeNull());
  // The server sends it only while it is possible.
  change({ undo_until: null });
  const offers = vi.fn();
  const observer = new MutationObserver(() => undo() && offers());
  observer.observe(document.body, { childList: true, subtree: true });
  await userEvent.click(box(CEMENT));
  await items().findByText('Kham');
  observer.disconnect();
  expect(offers).not.toHaveBeenCalled();
});

vi.stubGlobal('scrollTo', () => {});
