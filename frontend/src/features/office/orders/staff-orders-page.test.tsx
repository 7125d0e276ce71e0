// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { emitLive } from '@/shared/live/live-bus';
import { Toasts } from '@/shared/ui/Toasts';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { orderSummary, staffOrder } from '@/testing/staff-order';
import { staffMe } from '@/testing/staff-people';
import { StaffContext } from '../staff-access';
import type { StaffOrderSummary } from '../staff-order-types';
import { StaffOrdersPage } from './StaffOrdersPage';

const LIST = '/api/staff/orders';
const COUNTS = {
  all: 2,
  to_confirm: 1,
  to_prepare: 1,
  to_hand_over: 0,
  transfers: 0,
  failed_delivery: 0,
  refunds: 0,
  mine: 0,
};
const SECOND = { order_id: '01K8', number: '261121-SECOND22', customer_name: 'Dara', count: 1 };

beforeEach(() => {
  localStorage.clear();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  Element.prototype.scrollTo = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

const BRANCHES = [
  { b_id: 3, b_name_eng: 'Dongdok' },
  { b_id: 4, b_name_eng: 'Sikhay' },
];

async function open(
  at: string,
  orders: () => StaffOrderSummary[],
  total = 2,
  homeBranchId: number | null = null,
) {
  let otherArrives = () => {};
  const other = new Promise<void>((resolve) => {
    otherArrives = resolve;
  });
  const requests = fakeApi({
    [`GET ${LIST}`]: () =>
      Response.json({ success: true, data: orders(), next_cursor: 'NEXT', total }),
    [`GET ${LIST}/counts`]: () => jsonResponse(COUNTS),
    // Answered when the other order was sent as well.
    [`POST ${LIST}/01K9/actions`]: async () => {
      await other;
      return jsonResponse(staffOrder({ status: 'preparing', version: 4 }));
    },
    [`POST ${LIST}/01K8/actions`]: () => {
      otherArrives();
      return problemResponse(409, { reason: 'action_not_possible' });
    },
    [`POST ${LIST}/01K7/actions`]: () =>
      jsonResponse(staffOrder({ order_id: '01K7', status: 'preparing', version: 4 })),
    'GET /api/v1/branch': () => jsonResponse(BRANCHES),
  });
  const { router } = await renderPage({
    path: '/staff/orders',
    at,
    page: () => (
      <StaffContext value={staffMe('clerk', homeBranchId)}>
        <StaffOrdersPage />
        <Toasts />
      </StaffContext>
    ),
    leadsTo: ['/staff/orders/$orderId', '/staff/orders/print'],
  });
  const address = () => router.state.location.searchStr;
  const lists = () => requests.filter(({ path }) => path === LIST).map(({ url }) => url);
  const counts = () => requests.filter(({ path }) => path === `${LIST}/counts`).at(-1)?.url;
  const sent = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { address, lists, counts, sent };
}

const both = () => [orderSummary(), orderSummary(SECOND)];
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);

it('list is requested with the filters of the URL, and views have counts', async () => {
  const { lists } = await open('/staff/orders?view=to_confirm&sort=oldest&delivery=pickup', both);
  await screen.findByRole('table');
  expect(lists()).toEqual([`${LIST}?delivery=pickup&limit=50&sort=oldest&view=to_confirm`]);
  const tab = screen.getByRole('link', { name: /^To confirm/ });
  expect(tab.getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: /^All/ }).getAttribute('aria-current')).toBeNull();
  await waitFor(() => expect(tab.textContent).toBe('To confirm1'));
});

it('row has number, customer, amount, payment and state', async () => {
  await open('/staff/orders', both);
  await screen.findByRole('table');
  const text = rows()[0]?.textContent;
  for (const part of [
    '261121-7K3M9QTX',
    'Bounmy Keovongsa',
    '020 5555 0123',
    '₭464,000',
    '8 pcs',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toContain('Pays on receipt');
  expect(text).toContain('To confirm');
  expect(text).toContain('Unassigned');
});

it('page and sort order are in the URL', async () => {
  const { address } = await open('/staff/orders?view=mine', both, 120);
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('?view=mine&cursor=NEXT&page=2'));
  screen.getByText('51–52 of 120');
  await userEvent.click(screen.getByRole('button', { name: 'Total' }));
  await waitFor(() => expect(address()).toBe('?view=mine&sort=total_desc'));
});

it('list is filtered by delivery day', async () => {
  const { address, lists } = await open('/staff/orders', both);
  await userEvent.click(await screen.findByRole('button', { name: 'Delivery day' }));
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Delivery day' })).getByRole('button', {
      name: 'Tomorrow',
    }),
  );
  await waitFor(() => expect(address()).toBe('?delivery_day=tomorrow'));
  expect(lists().at(-1)).toBe(`${LIST}?delivery_day=tomorrow&limit=50`);
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filter: Delivery day' }));
  await waitFor(() => expect(address()).toBe(''));
});

it('selected orders are confirmed side by side, so that their time for an undo begins together', async () => {
  const { sent } = await open('/staff/orders', both);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  const bar = within(screen.getByRole('region', { name: 'With the selection' }));
  bar.getByText('2 selected');
  bar.getByText('928,000', { exact: false });
  await userEvent.click(bar.getByRole('button', { name: 'Confirm 2' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()).toEqual([
    { action: 'confirm', version: 3 },
    { action: 'confirm', version: 3 },
  ]);
  await screen.findByText('1 order confirmed');
});

it('all orders of the list are selected across its pages, and confirmed', async () => {
  const further = orderSummary({ order_id: '01K7', number: '261121-FURTHER3' });
  let isWhole = false;
  const { lists, sent } = await open(
    '/staff/orders?view=to_confirm',
    () => (isWhole ? [...both(), further] : both()),
    3,
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  isWhole = true;
  await userEvent.click(screen.getByRole('button', { name: 'Select all 3' }));
  const bar = within(screen.getByRole('region', { name: 'With the selection' }));
  await bar.findByText('3 selected');
  expect(lists().at(-1)).toBe(`${LIST}?limit=100&view=to_confirm`);
  expect(screen.queryByRole('button', { name: 'Select all 3' })).toBeNull();
  await userEvent.click(bar.getByRole('button', { name: 'Confirm 3' }));
  await waitFor(() => expect(sent()).toHaveLength(3));
});

it('more orders than an action takes are selected from this page on, with the reason', async () => {
  await open('/staff/orders?cursor=NEXT&page=2', both, 213);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  screen.getByRole('button', { name: 'Select 100 from this page on' });
  screen.getByText('At most 100 orders at once: each is checked and recorded separately.');
});

it('sound of new orders is switched on phones as well', async () => {
  await open('/staff/orders', both);
  const sound = await screen.findByRole('button', { name: 'Sound for new orders' });
  expect(sound.className).not.toContain('max-lg:hidden');
});

it('new order appears and is marked', async () => {
  const orders = [orderSummary(SECOND)];
  await open('/staff/orders', () => orders);
  await waitFor(() => expect(rows()).toHaveLength(1));
  orders.unshift(orderSummary());
  const { order_id, number } = orderSummary();
  emitLive('staff_order', { order_id, number, version: 0, status: 'placed', is_new: true });
  await waitFor(() => expect(rows()).toHaveLength(1));
  await screen.findAllByText('261121-7K3M9QTX');
});

it('empty view and a search without a match explain themselves', async () => {
  const { address } = await open('/staff/orders?search=unknown', () => []);
  await screen.findByRole('heading', { name: 'No order found' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await screen.findByRole('heading', { name: 'All: no orders' });
  expect(address()).toBe('');
});

it('failed list shows an error and can be retried', async () => {
  let fails = true;
  fakeApi({
    [`GET ${LIST}`]: () =>
      fails
        ? problemResponse(400, { code: 'invalid_argument' })
        : Response.json({ success: true, data: both(), next_cursor: null, total: 2 }),
    [`GET ${LIST}/counts`]: () => jsonResponse(COUNTS),
  });
  await renderPage({ path: '/staff/orders', page: () => <StaffOrdersPage /> });
  await screen.findByRole('heading', { name: 'The list could not be loaded' });
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table');
});

it('filtered list is saved as a view with its count, opened again and removed', async () => {
  const { address } = await open('/staff/orders?search=bounmy', both, 7);
  await userEvent.click(await screen.findByRole('button', { name: 'Save view' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Save this list as a view' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Enter a name');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the view' }), 'Bounmy');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const tab = await screen.findByRole('link', { name: /^Bounmy/ });
  expect(tab.getAttribute('aria-current')).toBe('page');
  await waitFor(() => expect(tab.textContent).toBe('Bounmy7'));
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
  expect(document.activeElement).toBe(tab);
  await userEvent.click(screen.getByRole('link', { name: /^All/ }));
  await waitFor(() => expect(address()).toBe(''));
  await userEvent.click(screen.getByRole('link', { name: /^Bounmy/ }));
  await waitFor(() => expect(address()).toBe('?search=bounmy'));
  await userEvent.click(screen.getByRole('button', { name: 'Remove the view Bounmy' }));
  expect(screen.queryByRole('link', { name: /^Bounmy/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save view' }));
});

const branchFilter = () => screen.findByRole('button', { name: /^Branch/ });

it('list begins with the home branch, and one press shows all branches', async () => {
  const { address, lists, counts } = await open('/staff/orders?view=to_confirm', both, 2, 4);
  await waitFor(async () => expect((await branchFilter()).textContent).toBe('Branch: Sikhay'));
  expect(lists()[0]).toBe(`${LIST}?branch_id=4&limit=50&view=to_confirm`);
  expect(counts()).toBe(`${LIST}/counts?branch_id=4`);
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
  const [chip] = screen.getAllByRole('button', { name: 'Show all branches, not only Sikhay' });
  await userEvent.click(chip as HTMLElement);
  await waitFor(() => expect(address()).toBe('?view=to_confirm&branch_id=all'));
  await waitFor(() => expect(lists().at(-1)).toBe(`${LIST}?limit=50&view=to_confirm`));
  await waitFor(() => expect(counts()).toBe(`${LIST}/counts`));
  expect((await branchFilter()).textContent).toBe('Branch');
  const tab = screen.getByRole('link', { name: /^All/ });
  expect(tab.getAttribute('href')).toContain('branch_id=all');
});

it('branch of the address wins over the home branch', async () => {
  const { lists } = await open('/staff/orders?branch_id=3', both, 2, 4);
  await waitFor(async () => expect((await branchFilter()).textContent).toBe('Branch: Dongdok'));
  expect(lists()).toEqual([`${LIST}?branch_id=3&limit=50`]);
});

it('home branch that has closed is not applied', async () => {
  const { lists } = await open('/staff/orders', both, 2, 9);
  await waitFor(() => expect(lists().at(-1)).toBe(`${LIST}?limit=50`));
});

it('saved view keeps its branches, whatever the home branch is', async () => {
  const saved = [{ name: 'Bounmy', params: { search: 'bounmy' } }];
  localStorage.setItem('heuan_staff_views', JSON.stringify(saved));
  const { address, lists } = await open('/staff/orders', both, 2, 4);
  await userEvent.click(await screen.findByRole('link', { name: /^Bounmy/ }));
  await waitFor(() => expect(address()).toContain('branch_id=all'));
  await waitFor(() => expect(lists()).toContain(`${LIST}?limit=50&search=bounmy`));
  const tab = screen.getByRole('link', { name: /^Bounmy/ });
  expect(tab.getAttribute('aria-current')).toBe('page');
});
