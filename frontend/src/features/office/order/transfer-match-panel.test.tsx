// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { blocked, possible, staffOrder } from '@/testing/staff-order';
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

/** Opens the page of one order; an action responds with `next`. */
async function open(order: StaffOrder, next: StaffOrder = order) {
  const requests = fakeApi({
    [`GET ${PATH}`]: () => jsonResponse(order),
    [`POST ${PATH}/actions`]: () => jsonResponse({ ...next, version: 4 }),
  });
  await renderPage({
    path: '/staff/orders/$orderId',
    at: '/staff/orders/01K9',
    page: () => <StaffOrderPage />,
    leadsTo: ['/staff/orders', '/staff/$cusId', '/staff/orders/print'],
  });
  await screen.findByRole('heading', { name: order.number });
  return () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

const transfer = (status: StaffOrder['payment']['status'], change: Partial<StaffOrder>) =>
  staffOrder({ payment: { ...staffOrder().payment, method: 'transfer', status }, ...change });
const panel = (name = 'The transfer does not match') =>
  within(screen.getByRole('region', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const figures = (name?: string) =>
  panel(name)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

const UNDERPAID = {
  received: 414_000,
  actions: [
    possible('mark_paid', { money_moved: true }),
    possible('accept_difference', { money_moved: true }),
    possible('cancel', { status: 'cancelled', refund: 414_000, units_returned: 8 }),
  ],
  payments: [
    {
      at: '2026-11-21T15:44:00+07:00',
      amount: 414_000,
      method: 'transfer',
      reference: 'FT26112100',
      by: null,
    },
  ],
} satisfies Partial<StaffOrder>;

it('underpaid transfer shows its figures and reference, and three choices with their effects', async () => {
  await open(transfer('underpaid', UNDERPAID));
  expect(figures()).toEqual(['Expected: ₭464,000', 'Received: ₭414,000', 'Missing: −₭50,000']);
  panel().getByText('FT26112100');
  const choices = within(panel().getByRole('group', { name: 'What to do' }));
  const names = [
    /^Ask for the missing ₭50,000.*not handed over before the rest arrives/,
    /^Accept the amount, write off ₭50,000.*no longer owes ₭50,000.*Needs a reason/,
    /^Do not accept, refund ₭414,000.*8 units go back into stock.*₭414,000 is to be refunded/,
  ];
  expect(choices.getAllByRole('radio')).toHaveLength(names.length);
  for (const name of names) choices.getByRole('radio', { name });
  const link = panel().getByRole('link', { name: 'Write to the customer' });
  expect(link.getAttribute('href')).toMatch(/\/staff\/7$/);
});

it('choice is made with the arrow keys, and refuses the transfer after a question', async () => {
  const next = transfer('refund_due', { status: 'cancelled', refund: 414_000, actions: [] });
  const sent = await open(transfer('underpaid', UNDERPAID), next);
  const [first] = panel().getAllByRole<HTMLInputElement>('radio');
  expect(first?.checked).toBe(true);
  first?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(panel().queryByRole('link', { name: 'Write to the customer' })).toBeNull();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  dialog().getByRole('heading', { name: /^Cancel 261121-7K3M9QTX/ });
  expect(sent()).toEqual([]);
  await userEvent.type(dialog().getByLabelText('Reason'), 'Wrong account');
  await userEvent.click(dialog().getByRole('button', { name: 'Cancel the order' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ action: 'cancel', version: 3, reason: 'Wrong account' }]),
  );
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'The transfer does not match' })).toBeNull(),
  );
});

it('overpaid transfer refunds its excess, and an impossible choice shows the reason', async () => {
  const accept = possible('accept_difference', { refund: 10_000, money_moved: true });
  const actions = [accept, blocked('cancel')];
  const sent = await open(
    transfer('overpaid', { status: 'completed', received: 474_000, actions }),
  );
  expect(figures()).toEqual(['Expected: ₭464,000', 'Received: ₭474,000', 'Too much: +₭10,000']);
  const cancel = panel().getByRole<HTMLInputElement>('radio', {
    name: /Not possible in this state/,
  });
  expect(cancel.disabled).toBe(true);
  await userEvent.click(panel().getByRole('button', { name: 'Refund the excess…' }));
  dialog().getByRole('heading', { name: 'Refund ₭10,000 that Bounmy Keovongsa paid too much?' });
  await userEvent.click(dialog().getByRole('button', { name: 'Refund ₭10,000' }));
  await waitFor(() => expect(sent()).toEqual([{ action: 'accept_difference', version: 3 }]));
});

it('awaited transfer is recorded with another amount, whose difference is then to be settled', async () => {
  const actions = [possible('mark_paid', { money_moved: true })];
  const waiting = transfer('pending', { status: 'awaiting_payment', actions });
  const sent = await open(waiting, transfer('underpaid', { ...UNDERPAID, version: 4 }));
  expect(figures('Awaiting transfer')[2]).toBe('Missing: −₭464,000');
  panel('Awaiting transfer').getByText('R1');
  await userEvent.click(panel('Awaiting transfer').getByRole('button', { name: 'Money received' }));
  const amount = dialog().getByLabelText<HTMLInputElement>('Amount received');
  await userEvent.clear(amount);
  await userEvent.type(amount, '414,000');
  await userEvent.type(dialog().getByLabelText('Reference'), 'FT26112100');
  await userEvent.click(dialog().getByRole('button', { name: 'Money received' }));
  await screen.findByRole('region', { name: 'The transfer does not match' });
  expect(sent()).toMatchObject([{ action: 'mark_paid', amount: 414_000 }]);
  expect(figures()[2]).toBe('Missing: −₭50,000');
});

it('paid order has no transfer panel', async () => {
  await open(transfer('paid', { received: 464_000, actions: [] }));
  expect(screen.queryByRole('group', { name: 'What to do' })).toBeNull();
});

vi.stubGlobal('scrollTo', () => {});
