// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { possible, staffOrder } from '@/testing/staff-order';
import { staffMe } from '@/testing/staff-people';
import { StaffContext } from '../staff-access';
import type { StaffOrder } from '../staff-order-types';
import { StaffOrderPage } from './StaffOrderPage';

const PATH = '/api/staff/orders/01K9';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

const payment = { ...staffOrder().payment, status: 'paid' } as const;
const paid = staffOrder({
  payment,
  received: 464_000,
  actions: [possible('mark_paid')],
  corrections: [
    { booking: 'payment', amount: 464_000, allowed: true, blocked_reason: null },
    { booking: 'refund', amount: 0, allowed: false, blocked_reason: 'difference_open' },
  ],
});

async function open(order: StaffOrder, role: 'clerk' | 'manager', answer?: () => Response) {
  const requests = fakeApi({
    [`GET ${PATH}`]: () => jsonResponse(order),
    [`POST ${PATH}/corrections`]:
      answer ?? (() => jsonResponse({ ...order, version: 4, corrections: [] })),
    [`POST ${PATH}/actions`]: () => jsonResponse({ ...order, version: 4 }),
  });
  await renderPage({
    path: '/staff/orders/$orderId',
    at: '/staff/orders/01K9',
    page: () => (
      <StaffContext value={staffMe(role)}>
        <StaffOrderPage />
      </StaffContext>
    ),
    leadsTo: ['/staff/orders', '/staff/$cusId', '/staff/orders/print'],
  });
  await screen.findByRole('heading', { name: order.number });
  return () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

const dialog = () => within(screen.getByRole('dialog'));
const button = () => screen.queryByRole('button', { name: 'Correct a booking…' });

it('manager takes the chosen booking back with a reason', async () => {
  const sent = await open(paid, 'manager');
  await userEvent.click(button() as HTMLElement);
  const refund = dialog().getByRole<HTMLInputElement>('radio', { name: /Refund paid out/ });
  expect(refund.disabled).toBe(true);
  dialog().getByText(/The payment differs from the total/);
  expect(dialog().getByRole<HTMLInputElement>('radio', { name: /Payment received/ }).checked).toBe(
    true,
  );
  await userEvent.click(dialog().getByRole('button', { name: 'Take it back' }));
  expect(sent()).toEqual([]);
  await userEvent.type(dialog().getByRole('textbox'), 'wrong order');
  await userEvent.click(dialog().getByRole('button', { name: 'Take it back' }));
  const request = { version: 3, booking: 'payment', amount: 464_000, reason: 'wrong order' };
  expect(sent()).toEqual([request]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(button()).toBeNull();
});

it('correction that is refused keeps the dialog and its text', async () => {
  await open(paid, 'manager', () => problemResponse(409, { reason: 'action_not_possible' }));
  await userEvent.click(button() as HTMLElement);
  await userEvent.type(dialog().getByRole('textbox'), 'wrong order');
  await userEvent.click(dialog().getByRole('button', { name: 'Take it back' }));
  expect(dialog().getByRole<HTMLTextAreaElement>('textbox').value).toBe('wrong order');
});

it('clerk has no button to correct', async () => {
  await open(paid, 'clerk');
  expect(button()).toBeNull();
});

it('another payment of a paid order is booked with its amount and method', async () => {
  const sent = await open(paid, 'clerk');
  expect(screen.queryByRole('button', { name: 'Money received' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Book another payment…' }));
  await userEvent.type(dialog().getByLabelText('Amount received'), '50000');
  dialog().getByText(/The order becomes overpaid/);
  await userEvent.click(dialog().getByRole('button', { name: 'Money received' }));
  const request = { action: 'mark_paid', version: 3, amount: 50_000, method: 'cash' };
  expect(sent()).toEqual([request]);
});
