// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { emitLive } from '@/shared/live/live-bus';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { blocked, possible, staffOrder } from '@/testing/staff-order';
import type { StaffOrder } from '../staff-order-types';
import { StaffOrderPage } from './StaffOrderPage';

const PATH = '/api/staff/orders/01K9';
const ACTIONS = `POST ${PATH}/actions`;
const PERSON = { cus_id: 9, name: 'Phonsavan' };

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

/** Opens the page of one order; `act` responds to its actions. */
async function open(
  first: StaffOrder,
  act: (body: unknown) => Response = () => problemResponse(500),
  locate: () => Response = () => jsonResponse({ locations: {} }),
) {
  let now = first;
  const requests = fakeApi({
    [`GET ${PATH}`]: () => jsonResponse(now),
    [ACTIONS]: ({ body }) => act(body),
    [`PATCH ${PATH}`]: ({ body }) => act(body),
    'GET /api/staff/product-locations': locate,
  });
  await renderPage({
    path: '/staff/orders/$orderId',
    at: '/staff/orders/01K9',
    page: () => <StaffOrderPage />,
    leadsTo: ['/staff/orders', '/staff/$cusId', '/staff/orders/print'],
  });
  await screen.findByRole('heading', { name: first.number });
  return {
    sent: () =>
      requests
        .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/presence'))
        .map(({ body }) => body),
    change: (order: StaffOrder) => {
      now = order;
    },
  };
}

const nextStep = () => within(screen.getByRole('region', { name: 'Next step' }));

it('step without money is carried out at once and can be undone in time', async () => {
  const preparing = staffOrder({
    version: 4,
    status: 'preparing',
    actions: [possible('prepare', { status: 'ready' })],
    undo_until: new Date(Date.now() + 9_500).toISOString(),
  });
  const answers = [preparing, staffOrder({ version: 5 })];
  const { sent } = await open(staffOrder(), () => jsonResponse(answers.shift()));
  expect(
    nextStep().getByText(/Becomes “Preparing”\..*Can be undone for 10 seconds\./),
  ).toBeDefined();
  await userEvent.click(nextStep().getByRole('button', { name: 'Confirm the order' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await nextStep().findByRole('button', { name: 'Confirm the order' });
  expect(sent()).toEqual([
    { action: 'confirm', version: 3 },
    { action: 'undo', version: 4 },
  ]);
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

it('cancellation without a reason is not sent', async () => {
  const { sent } = await open(staffOrder(), () =>
    jsonResponse(staffOrder({ version: 4, status: 'cancelled', actions: [] })),
  );
  expect(screen.getByText(/8 units go back into stock/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the order…' }));
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByRole('heading', { name: /Cancel 261121-7K3M9QTX of Bounmy/ });
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the order' }));
  expect(dialog.getByRole('alert').textContent).toContain('Please write the reason');
  expect(sent()).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Reason'), ' Out of stock ');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the order' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ action: 'cancel', version: 3, reason: 'Out of stock' }]),
  );
});

it('order changed by another person shows both values and keeps typed text', async () => {
  const theirs = staffOrder({
    version: 4,
    status: 'preparing',
    assignee: PERSON,
    log: [
      {
        at: '2026-11-21T15:46:00+07:00',
        action: 'confirm',
        by: PERSON,
        from: 'placed',
        to: 'preparing',
        note: '',
      },
    ],
  });
  const answers = [
    () => problemResponse(409, { reason: 'order_changed', order: theirs }),
    () => jsonResponse(staffOrder({ version: 5, status: 'cancelled', actions: [] })),
  ];
  const { sent } = await open(staffOrder(), () => answers.shift()?.() ?? problemResponse(500));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the order…' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Ordered twice');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the order' }));

  const bar = await dialog.findByText('Phonsavan has changed this order');
  const changes = bar.closest('[data-order-changed]')?.textContent;
  expect(changes).toContain('State:To confirm→Preparing');
  expect(changes).toContain('Working:Unassigned→Phonsavan');
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Ordered twice');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the order' }));
  await waitFor(() =>
    expect(sent().at(-1)).toEqual({ action: 'cancel', version: 4, reason: 'Ordered twice' }),
  );
});

it('live change by another person is fetched and named', async () => {
  const { change } = await open(staffOrder());
  change(staffOrder({ version: 4, assignee: PERSON }));
  emitLive('staff_order', {
    order_id: '01K9',
    number: '261121-7K3M9QTX',
    version: 4,
    status: 'placed',
    is_new: false,
  });
  const bar = await screen.findByText('This order has changed');
  expect(bar.closest('[data-order-changed]')?.textContent).toContain('Unassigned→Phonsavan');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.queryByText('This order has changed')).toBeNull();
});

it('received money is confirmed with amount and person', async () => {
  const actions = [possible('mark_paid', { status: 'placed', money_moved: true })];
  const payment = { ...staffOrder().payment, method: 'transfer', status: 'pending' } as const;
  const { sent } = await open(staffOrder({ status: 'awaiting_payment', payment, actions }));
  await userEvent.click(nextStep().getByRole('button', { name: 'Money received' }));
  screen.getByRole('heading', { name: 'Has Bounmy Keovongsa paid ₭464,000?' });
  await userEvent.click(screen.getByRole('button', { name: 'No, go back' }));
  expect(sent()).toEqual([]);
});

it('impossible step shows its reason', async () => {
  await open(staffOrder({ actions: [blocked('confirm', 'stock_pending')] }));
  const button = nextStep().getByRole<HTMLButtonElement>('button', { name: 'Confirm the order' });
  expect(button.disabled).toBe(true);
  nextStep().getByText(/stock is still being checked/);
});

it('shortcut carries out the next step unless a field has the focus', async () => {
  const { sent } = await open(staffOrder(), () => jsonResponse(staffOrder({ version: 4 })));
  await userEvent.click(screen.getByRole('button', { name: 'Note' }));
  await userEvent.type(screen.getByLabelText(/^Note for the staff/), 'car');
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.keyboard('c');
  await waitFor(() => expect(sent()).toEqual([{ action: 'confirm', version: 3 }]));
});

vi.stubGlobal('scrollTo', () => {});

it('phone number and address of an open order are changed, and a wrong number is not sent', async () => {
  const next = staffOrder({ version: 4, phone: '+856309998877' });
  const { sent } = await open(staffOrder(), () => jsonResponse(next));
  await userEvent.click(screen.getByRole('button', { name: /Change phone and delivery/ }));
  const dialog = within(screen.getByRole('dialog'));
  const save = () => dialog.getByRole('button', { name: 'Save' });
  expect(save()).toHaveProperty('disabled', true);
  const phone = dialog.getByLabelText('Phone');
  await userEvent.clear(phone);
  await userEvent.type(phone, '12');
  await userEvent.click(save());
  dialog.getByText('Write a Lao number such as 020 5512 3456');
  expect(sent()).toEqual([]);
  await userEvent.clear(phone);
  await userEvent.type(phone, '030 999 8877');
  await userEvent.click(save());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([{ version: 3, phone: '030 999 8877' }]);
  expect(screen.getAllByText('030 999 8877').length).toBeGreaterThan(0);
});

it('details changed by another person are shown, and typed text is kept', async () => {
  const other = staffOrder({
    version: 4,
    delivery: { ...staffOrder().delivery, village: 'Phonthan' },
    log: [
      {
        at: '2026-11-21T16:00:00+07:00',
        action: 'change_details',
        by: PERSON,
        from: 'placed',
        to: 'placed',
        note: 'Dongdok → Phonthan',
      },
    ],
  });
  await open(staffOrder(), () => problemResponse(409, { reason: 'order_changed', order: other }));
  await userEvent.click(screen.getByRole('button', { name: /Change phone and delivery/ }));
  const dialog = within(screen.getByRole('dialog'));
  const village = dialog.getByLabelText('Village');
  await userEvent.clear(village);
  await userEvent.type(village, 'Nonsaath');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/Phonsavan/);
  expect(dialog.getByLabelText('Village')).toHaveProperty('value', 'Nonsaath');
});

it('URL with an order number redirects to the order id', async () => {
  const requests = fakeApi({
    'GET /api/staff/orders/261121-7K3M9QTX': () => jsonResponse(staffOrder()),
    [`GET ${PATH}`]: () => jsonResponse(staffOrder()),
  });
  const { router } = await renderPage({
    path: '/staff/orders/$orderId',
    at: '/staff/orders/261121-7K3M9QTX',
    page: () => <StaffOrderPage />,
    leadsTo: ['/staff/orders'],
  });
  await screen.findByRole('heading', { name: '261121-7K3M9QTX' });
  expect(router.state.location.pathname).toBe('/staff/orders/01K9');
  expect(requests.some(({ path }) => path === PATH)).toBe(true);
});

it('closed order cannot be changed', async () => {
  await open(staffOrder({ status: 'completed', actions: [] }));
  expect(screen.queryByRole('button', { name: /Change phone and delivery/ })).toBeNull();
});

it('pick-up by another person has their name and number', async () => {
  const { delivery } = staffOrder();
  await open(
    staffOrder({
      phone: '+8562099988877',
      delivery: { ...delivery, method: 'pickup', branch_id: 3, branch_name_en: 'Branch 3' },
      receiver: { name: 'Kham', landmark: '', driver_note: '', position: null },
    }),
  );
  const panel = within(screen.getByRole('region', { name: 'Pick up at a branch' }));
  panel.getByText('Branch 3');
  const line = panel.getByText(/^Who picks up:/).closest('p');
  expect(line?.textContent).toBe('Who picks up: Kham');
  expect(screen.getAllByText('020 9998 8877').length).toBeGreaterThan(0);
});

it('ticked line shows the location of its goods or that it has none', async () => {
  let isDown = true;
  const locate = () =>
    isDown ? problemResponse(503) : jsonResponse({ locations: { 101002: 'A3-12' } });
  await open(staffOrder({ status: 'preparing' }), undefined, locate);
  const lines = within(screen.getByRole('region', { name: 'Items' }));
  await lines.findByText(/^Locations are missing/);
  isDown = false;
  await userEvent.click(lines.getByRole('button', { name: 'Try again' }));
  await lines.findByText('A3-12');
  expect(lines.queryByText(/^Locations are missing/)).toBeNull();
});
