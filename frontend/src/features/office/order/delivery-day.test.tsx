// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffOrder } from '@/testing/staff-order';
import { daysBefore, shopDay, shortDay } from '../office-dates';
import type { StaffOrder } from '../staff-order-types';
import { StaffOrderPage } from './StaffOrderPage';

const PATH = '/api/staff/orders/01K9';
const NOW = Date.parse('2026-12-15T12:00:00+07:00');
const TODAY = shopDay(NOW);
const TOMORROW = daysBefore(TODAY, -1);
const planned = (day: string, part: 'morning' | null, change: Partial<StaffOrder> = {}) =>
  staffOrder({ delivery_day: { day, part }, ...change });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

afterEach(() => vi.useRealTimers());

/** Opens the page of an order; `put` responds to its plans. */
async function open(order: StaffOrder, put: () => Response = () => problemResponse(500)) {
  const requests = fakeApi({
    [`GET ${PATH}`]: () => jsonResponse(order),
    [`PUT ${PATH}/delivery-day`]: put,
    'GET /api/staff/product-locations': () => jsonResponse({ locations: {} }),
  });
  await renderPage({
    path: '/staff/orders/$orderId',
    at: '/staff/orders/01K9',
    page: () => <StaffOrderPage />,
    leadsTo: ['/staff/orders', '/staff/$cusId', '/staff/orders/print'],
  });
  await screen.findByRole('heading', { name: order.number });
  return () =>
    requests.filter(({ path }) => path === `${PATH}/delivery-day`).map(({ body }) => body);
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const setDay = async (day: string) => {
  const field = dialog().getByLabelText('Day');
  await userEvent.clear(field);
  await userEvent.type(field, day);
};

it('day and part of the day are planned with the displayed version', async () => {
  const next = planned(TOMORROW, 'morning', { version: 4 });
  const sent = await open(staffOrder(), () => jsonResponse(next));
  screen.getByText('not planned');
  await press('Plan: Delivery day');
  await setDay(TOMORROW);
  await userEvent.click(dialog().getByRole('button', { name: 'Morning' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([{ version: 3, day: TOMORROW, part: 'morning' }]);
  screen.getByText('Tomorrow, morning');
});

it('day that has passed is not sent', async () => {
  const sent = await open(staffOrder());
  await press('Plan: Delivery day');
  await setDay(daysBefore(TODAY, 1));
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  dialog().getByText('This day has passed. Choose today or a later day');
  expect(sent()).toEqual([]);
});

it('day that the shop refuses is marked, and stays', async () => {
  const sent = await open(staffOrder(), () => problemResponse(400, { field: 'day' }));
  await press('Plan: Delivery day');
  await setDay(TOMORROW);
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  await dialog().findByText(/^The shop does not accept this day/);
  expect(dialog().getByLabelText('Day')).toHaveProperty('value', TOMORROW);
  expect(sent()).toHaveLength(1);
});

it('plan is deleted', async () => {
  const sent = await open(planned(TOMORROW, null), () =>
    jsonResponse(staffOrder({ version: 4, delivery_day: null })),
  );
  await press('Change: Delivery day');
  await userEvent.click(dialog().getByRole('button', { name: 'Delete the plan' }));
  await screen.findByText('not planned');
  expect(sent()).toEqual([{ version: 3 }]);
});

it('order changed by another person shows their day, and the chosen one stays', async () => {
  const theirs = planned(TODAY, null, { version: 4 });
  await open(staffOrder(), () => problemResponse(409, { reason: 'order_changed', order: theirs }));
  await press('Plan: Delivery day');
  await setDay(TOMORROW);
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  await screen.findByText('Today');
  expect(dialog().getByLabelText('Day')).toHaveProperty('value', TOMORROW);
});

it.each([
  ['open order of an earlier day is overdue', 'placed', true],
  ['completed order is not', 'completed', false],
] as const)('%s', async (_, status, isOverdue) => {
  const yesterday = daysBefore(TODAY, 1);
  await open(planned(yesterday, null, { status }));
  screen.getByText(shortDay(yesterday, 'en'));
  expect(screen.queryByText(/Overdue/) !== null).toBe(isOverdue);
  const button = screen.queryByRole('button', { name: 'Change: Delivery day' });
  expect(button !== null).toBe(isOverdue);
});

it('plan in the history has its days in words', async () => {
  const entry = {
    at: '2026-11-21T16:00:00+07:00',
    action: 'plan_delivery',
    by: { cus_id: 9, name: 'Phonsavan' },
    from: 'placed',
    to: 'placed',
    note: '— → 2026-11-22 morning',
  } as const;
  await open(staffOrder({ log: [entry] }));
  screen.getByText('Phonsavan planned the day');
  screen.getByText('— → 22 Nov, morning');
});
