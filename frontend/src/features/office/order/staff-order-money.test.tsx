// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '@/shared/ui/toast';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { possible, staffOrder } from '@/testing/staff-order';
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

afterEach(() => vi.restoreAllMocks());

/** Opens the page of one order, whose actions do not change it. */
async function open(
  order: StaffOrder,
  act = () => jsonResponse({ ...order, version: 4 }),
  branches: () => Response | Promise<Response> = () =>
    jsonResponse([{ b_id: 4, b_name_eng: 'Sikhay' }]),
) {
  const requests = fakeApi({
    [`GET ${PATH}`]: () => jsonResponse(order),
    [`GET ${PATH}/return-preview`]: () =>
      jsonResponse({
        version: 3,
        goods: 116_000,
        discount: 1_000,
        delivery_fee: 0,
        missing_points_value: 0,
        refund: 115_000,
        points_returned: 1,
        points_revoked: 2,
        points_balance: 640,
        units_to_stock: 1,
        units_to_waste: 1,
      }),
    [`POST ${PATH}/actions`]: act,
    'GET /api/v1/branch': branches,
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

const panel = () => within(screen.getByRole('region', { name: 'Money and returns' }));
const match = () => within(screen.getByRole('region', { name: 'The payment does not match' }));
const dialog = () => within(screen.getByRole('dialog'));

it('payment of another amount shows its effect and is sent', async () => {
  const actions = [possible('mark_paid', { money_moved: true })];
  const payment = { ...staffOrder().payment, method: 'transfer', status: 'pending' } as const;
  const sent = await open(staffOrder({ status: 'awaiting_payment', payment, actions }));
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Money received' })[0] as HTMLElement,
  );
  const amount = dialog().getByLabelText<HTMLInputElement>('Amount received');
  expect(amount.value).toBe('464,000');
  await userEvent.clear(amount);
  await userEvent.click(dialog().getByRole('button', { name: 'Money received' }));
  expect(dialog().getByRole('alert').textContent).toBe('Write an amount in kip');
  await userEvent.type(amount, '400,000');
  dialog().getByText('₭64,000 is missing. The order becomes underpaid.');
  await userEvent.click(dialog().getByRole('button', { name: 'Money received' }));
  dialog().getByText('Write the reference of the bank transfer');
  expect(sent()).toEqual([]);
  await userEvent.type(dialog().getByLabelText('Reference'), ' FT26112100 ');
  await userEvent.click(dialog().getByRole('button', { name: 'Money received' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        action: 'mark_paid',
        version: 3,
        amount: 400_000,
        method: 'transfer',
        reference: 'FT26112100',
      },
    ]),
  );
});

it('refused form has moved the focus to its first invalid field before the next key', async () => {
  const payment = { ...staffOrder().payment, method: 'transfer', status: 'pending' } as const;
  const actions = [possible('mark_paid', { money_moved: true })];
  await open(staffOrder({ status: 'awaiting_payment', payment, actions }));
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Money received' })[0] as HTMLElement,
  );
  fireEvent.click(dialog().getByRole('button', { name: 'Money received' }));
  expect(document.activeElement).toBe(dialog().getByLabelText('Reference'));
  await userEvent.clear(dialog().getByLabelText('Amount received'));
  fireEvent.click(dialog().getByRole('button', { name: 'Money received' }));
  expect(document.activeElement).toBe(dialog().getByLabelText('Amount received'));
});

it('underpaid order is written off with a reason, or receives the rest', async () => {
  const actions = [possible('mark_paid'), possible('accept_difference', { money_moved: true })];
  const payment = { ...staffOrder().payment, status: 'underpaid' } as const;
  const sent = await open(staffOrder({ payment, actions, received: 464_000 - 7 }));
  match().getByText('₭7 is still missing.');
  await userEvent.click(match().getByRole('button', { name: 'Receive the rest…' }));
  expect(dialog().getByLabelText<HTMLInputElement>('Amount received').value).toBe('7');
  await userEvent.click(dialog().getByRole('button', { name: 'No, go back' }));
  await userEvent.click(match().getByRole('radio', { name: /^Accept the amount/ }));
  await userEvent.click(match().getByRole('button', { name: 'Write off the rest…' }));
  dialog().getByRole('heading', { name: 'Write off ₭7 that Bounmy Keovongsa has not paid?' });
  await userEvent.type(dialog().getByLabelText('Reason'), 'Seven kip');
  await userEvent.click(dialog().getByRole('button', { name: 'Write off ₭7' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ action: 'accept_difference', version: 3, reason: 'Seven kip' }]),
  );
});

it('hand-over names the cash that is booked, without what was paid and written off', async () => {
  const actions = [possible('hand_over', { status: 'completed', money_moved: true })];
  const change = { status: 'delivering', actions, received: 100_000, waived: 4_000 } as const;
  const sent = await open(staffOrder(change));
  await userEvent.click(screen.getAllByRole('button', { name: 'Handed over' })[0] as HTMLElement);
  dialog().getByRole('heading', {
    name: 'Handed over, and ₭360,000 received from Bounmy Keovongsa?',
  });
  await userEvent.click(dialog().getByRole('button', { name: 'Handed over' }));
  await waitFor(() =>
    expect(sent()).toEqual([expect.objectContaining({ action: 'hand_over', version: 3 })]),
  );
});

it('refund is recorded with its method, and shown with its reference and person', async () => {
  const actions = [possible('mark_refunded', { notifies: true, money_moved: true })];
  const payment = { ...staffOrder().payment, status: 'refund_due' } as const;
  const movement = {
    at: '2026-11-21T16:00:00+07:00',
    amount: 464_000,
    method: 'transfer',
    reference: 'FT26112100',
    by: { cus_id: 3, name: 'Kham' },
  } as const;
  const payouts = [{ ...movement, amount: 7, method: null, reference: null, by: null }];
  const change = { received: 464_000, refund: 64_007, refunded: 7, payments: [movement], payouts };
  const sent = await open(staffOrder({ status: 'completed', payment, actions, ...change }));
  const row = panel().getByText('FT26112100').closest('li');
  expect(row?.textContent).toContain('transfer · FT26112100 · Kham');
  panel().getByText('not recorded');
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Money refunded' })[0] as HTMLElement,
  );
  const method = dialog().getByLabelText<HTMLSelectElement>('Payment method');
  expect(method.value).toBe('cash');
  await userEvent.selectOptions(method, 'card');
  await userEvent.click(dialog().getByRole('button', { name: 'Money refunded' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ action: 'mark_refunded', version: 3, method: 'card' }]),
  );
});

it('return is recorded with its units, places and note, after its figures were shown', async () => {
  const actions = [possible('receive_return', { notifies: true, money_moved: true })];
  const payment = { ...staffOrder().payment, status: 'paid' } as const;
  const order = staffOrder({ status: 'completed', payment, actions, received: 464_000 });
  const sent = await open(order);
  await userEvent.click(panel().getByRole('button', { name: 'Goods came back…' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Record the return' }));
  expect(
    dialog()
      .getAllByRole('alert')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose the units that come back', 'Please write the reason']);
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe('Choose the units that come back'),
  );
  const first = within(
    dialog().getByRole('group', { name: 'Units of Portland cement that come back' }),
  );
  expect(first.getByRole<HTMLButtonElement>('button', { name: /^Fewer: / }).disabled).toBe(true);
  await userEvent.click(first.getByRole('button', { name: /^More: / }));
  await userEvent.click(dialog().getByRole('button', { name: 'Split off some units' }));
  const waste = within(dialog().getByRole('group', { name: 'Units of Portland cement: Waste' }));
  await userEvent.click(waste.getByRole('button', { name: /^More: / }));
  await userEvent.type(dialog().getByLabelText('Note on Portland cement'), 'Wet');
  await userEvent.click(dialog().getByRole('button', { name: 'Record the return' }));
  const reason = dialog().getByLabelText('Reason');
  const error = dialog().getByText('Please write the reason');
  expect(reason.getAttribute('aria-describedby')).toBe(error.id);
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(sent()).toEqual([]);
  await userEvent.type(reason, 'Damaged in delivery');
  await dialog().findByText('640 → 639');
  expect(dialog().getAllByText('115,000', { exact: false }).length).toBeGreaterThan(0);
  await userEvent.click(dialog().getByRole('button', { name: 'Record the return' }));
  const lines = [{ pro_id: 101002, to_stock: 1, to_waste: 1, note: 'Wet' }];
  await waitFor(() =>
    expect(sent()).toEqual([
      { action: 'receive_return', version: 3, reason: 'Damaged in delivery', lines },
    ]),
  );
});

it('refund of a part is bounded by what was paid and not refunded', async () => {
  const actions = [possible('refund_part', { notifies: true, money_moved: true })];
  const payment = { ...staffOrder().payment, status: 'partly_refunded' } as const;
  const change = { payment, actions, received: 464_000, refund: 64_000, refunded: 64_000 };
  const sent = await open(staffOrder({ status: 'completed', ...change }));
  await userEvent.click(panel().getByRole('button', { name: 'Refund part of it…' }));
  await userEvent.type(dialog().getByLabelText('Amount to refund'), '400001');
  await userEvent.type(dialog().getByLabelText('Reason'), 'Late');
  await userEvent.click(dialog().getByRole('button', { name: 'Refund ₭400,001' }));
  expect(dialog().getByRole('alert').textContent).toBe('At most ₭400,000 can be refunded');
  await userEvent.type(dialog().getByLabelText('Amount to refund'), '{backspace}');
  await userEvent.click(dialog().getByRole('button', { name: 'Refund ₭40,000' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ action: 'refund_part', version: 3, reason: 'Late', amount: 40_000 }]),
  );
});

it('clerk reads what a refund may be, and is asked to call a manager for more', async () => {
  const actions = [possible('refund_part', { notifies: true, money_moved: true })];
  const change = { actions, received: 464_000, refund: 0, refunded: 0, grant_left: 46_400 };
  const sent = await open(staffOrder({ status: 'completed', ...change }));
  await userEvent.click(panel().getByRole('button', { name: 'Refund part of it…' }));
  const limit = 'You may refund up to ₭46,400 of this order. Ask a manager for more.';
  expect(dialog().getByRole('status').textContent).toBe(limit);
  await userEvent.type(dialog().getByLabelText('Amount to refund'), '46401');
  await userEvent.type(dialog().getByLabelText('Reason'), 'Late');
  await userEvent.click(dialog().getByRole('button', { name: 'Refund ₭46,401' }));
  expect(dialog().getByRole('alert').textContent).toBe(limit);
  expect(sent()).toEqual([]);
});

vi.stubGlobal('scrollTo', () => {});

it.each([
  ['never left', false, 'That did not work', 'You are offline. Nothing was changed.'],
  [
    'may have arrived',
    true,
    'It is not known whether that worked',
    'The connection broke off. What was saved is checked when you are online again.',
  ],
])(
  'action whose request %s tells whether the order was changed',
  async (_, onLine, text, detail) => {
    const order = staffOrder({ actions: [possible('confirm')] });
    await open(order, () => {
      throw new TypeError('Failed to fetch');
    });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    const error = vi.spyOn(toast, 'error');
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Confirm the order' })[0] as HTMLElement,
    );
    await waitFor(() => expect(error).toHaveBeenCalledWith(text, { detail }));
  },
);

it.each([
  ['is sent once the branches have loaded', () => jsonResponse([]), 1],
  ['is not sent if the branches fail to load', () => problemResponse(400), 0],
])('return that is recorded while the branches load %s', async (_, answer, count) => {
  let respond = (_: Response) => {};
  const branches = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  const order = staffOrder({
    status: 'completed',
    payment: { ...staffOrder().payment, status: 'paid' },
    actions: [possible('receive_return')],
    received: 464_000,
  });
  const sent = await open(order, undefined, () => branches);
  await userEvent.click(panel().getByRole('button', { name: 'Goods came back…' }));
  await userEvent.click(dialog().getAllByRole('button', { name: /^More: / })[0] as HTMLElement);
  await userEvent.type(dialog().getByLabelText('Reason'), 'Damaged');
  const save = dialog().getByRole('button', { name: 'Record the return' });
  await userEvent.click(save);
  expect(save.getAttribute('aria-busy')).toBe('true');
  expect(sent()).toEqual([]);
  respond(answer());
  if (count === 0) {
    const branch = dialog().getByLabelText(/branch/i);
    await waitFor(() => expect(document.activeElement).toBe(branch));
    expect(save.getAttribute('aria-busy')).toBeNull();
  }
  await waitFor(() => expect(sent()).toHaveLength(count));
});
