// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffMe } from '@/testing/staff-people';
import { StaffContext } from '../staff-access';
import { StaffTodayPage } from './StaffTodayPage';
import type { StaffToday } from './staff-today-api';

const TODAY = 'GET /api/staff/today';
const waiting = (count: number, refund = 0) => ({
  count,
  oldest: count > 0 ? '2026-11-21T15:00:00+07:00' : null,
  refund,
});
const days = Array.from({ length: 7 }, (_, index) => ({
  start: `2026-11-${15 + index}T00:00:00+07:00`,
  revenue: (index + 1) * 1_000_000,
  reduced: 0,
  orders: index + 1,
  revenue_before: 500_000,
  reduced_before: 0,
  orders_before: 2,
}));
const weeks = Array.from({ length: 8 }, (_, index) => ({
  ...(days[0] as (typeof days)[0]),
  start: `2026-10-0${index + 1}T00:00:00+07:00`,
}));
const series = {
  revenue: 28_000_000,
  reduced: 1_500_000,
  orders: 28,
  revenue_before: 25_000_000,
  reduced_before: 0,
  orders_before: 30,
};

const figures = (change: Partial<StaffToday> = {}): StaffToday => ({
  at: '2026-11-21T16:05:00+07:00',
  orders: {
    to_confirm: waiting(12),
    to_prepare: waiting(7),
    to_hand_over: waiting(0),
    transfers: waiting(4),
    failed_delivery: waiting(0),
    refunds: waiting(2, 460_000),
    to_settle: waiting(6),
    due_today: waiting(2),
    overdue: waiting(1),
    returns: waiting(1),
  },
  sales: {
    days: { periods: days, ...series },
    weeks: { periods: weeks, ...series, revenue: 9_000_000, revenue_before: 0 },
    best_sellers: [
      {
        pro_id: 101002,
        pro_name_la: 'ຊີມັງ',
        pro_name_en: 'Portland cement',
        pro_img_cover: '',
        unit_la: 'ຖົງ',
        unit_en: 'bag',
        quantity: 312,
        revenue: 18_096_000,
        revenue_before: 16_157_000,
        stock: 285,
      },
    ],
  },
  chats: { unread: 1, unanswered: 3 },
  messages: { open: 2 },
  stock: { low: 14, out: 3, low_stock: 5 },
  imports: { failed: 1 },
  searches: [{ text: 'ປູນຕາເສືອ', visitors: 38 }],
  unavailable: [],
  ...change,
});

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => {};
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

async function open(
  answer: () => Response,
  role: 'clerk' | 'editor' | 'manager' = 'manager',
  homeBranchId: number | null = null,
  branches: () => Response | Promise<Response> = () =>
    jsonResponse([{ b_id: 4, b_name_eng: 'Sikhay' }]),
) {
  const requests = fakeApi({ [TODAY]: answer, 'GET /api/v1/branch': branches });
  await renderPage({
    path: '/staff',
    page: () => (
      <StaffContext value={staffMe(role, homeBranchId)}>
        <StaffTodayPage />
      </StaffContext>
    ),
    leadsTo: [
      '/staff/orders',
      '/staff/chat',
      '/staff/messages',
      '/staff/products',
      '/staff/products/$proId',
    ],
  });
  const received = () => requests.filter(({ path }) => path === '/api/staff/today');
  return Object.assign(() => received().length, { last: () => received().at(-1)?.url });
}

const tile = (name: RegExp) => screen.findByRole('link', { name });

it('tile shows its number and links to the filtered list', async () => {
  await open(() => jsonResponse(figures()));
  const confirm = await tile(/To confirm/);
  expect(confirm.textContent).toContain('12');
  expect(confirm.getAttribute('href')).toContain('/staff/orders?view=to_confirm');
  expect((await tile(/Refunds due/)).textContent).toContain('₭460,000');
  const settle = await tile(/Payment to settle/);
  expect(settle.textContent).toContain('6');
  expect(settle.getAttribute('href')).toContain('view=to_settle');
  expect((await tile(/Requested returns/)).getAttribute('href')).toContain('view=returns');
  await screen.findByText('After ₭1,500,000 for returns, refunds and write-offs');
  expect((await tile(/Running low/)).getAttribute('href')).toContain('stock=low');
  expect((await tile(/Chats to answer/)).textContent).toContain('3');
  const imports = await tile(/Failed imports/);
  expect(imports.textContent).toContain('1');
  expect(imports.getAttribute('href')).toContain('/staff/imports');
});

it('waiting orders are those of the home branch until all branches are chosen', async () => {
  const count = await open(() => jsonResponse(figures()), 'clerk', 4);
  const chip = await screen.findByRole('button', { name: 'Show all branches, not only Sikhay' });
  expect(count.last()).toBe('/api/staff/today?branch_id=4');
  expect((await tile(/To confirm/)).getAttribute('href')).not.toContain('branch_id');
  await userEvent.click(chip);
  await waitFor(() => expect(count.last()).toBe('/api/staff/today'));
  expect((await tile(/To confirm/)).getAttribute('href')).toContain('branch_id=all');
  await userEvent.click(await screen.findByRole('link', { name: 'Only Sikhay' }));
  await waitFor(() => expect(count.last()).toBe('/api/staff/today?branch_id=4'));
});

it('home branch whose name loads is no number', async () => {
  const loading = () => new Promise<Response>(() => {});
  await open(() => jsonResponse(figures()), 'clerk', 4, loading);
  const chip = await screen.findByRole('button', { name: 'Show all branches, not only Branch 4' });
  expect(chip.textContent).toBe('');
});

it('home branch whose name failed to load says so, and the name is fetched again', async () => {
  let fails = true;
  await open(
    () => jsonResponse(figures()),
    'clerk',
    4,
    () => (fails ? problemResponse(400) : jsonResponse([{ b_id: 4, b_name_eng: 'Sikhay' }])),
  );
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The names of the branches could not be loaded',
  );
  await userEvent.click(screen.getByRole('button', { name: /^Show all branches/ }));
  const only = await screen.findByRole('link', { name: 'Only Branch 4' });
  await waitFor(() => expect(only.textContent).toBe('Only Branch 4'));
  fails = false;
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'Only Sikhay' });
  expect(document.activeElement).toBe(only);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('editor with a home branch sees no branch of orders', async () => {
  await open(() => jsonResponse(figures({ orders: null })), 'editor', 4);
  await tile(/Running low/);
  expect(screen.queryByRole('button', { name: /all branches/ })).toBeNull();
});

it('table has the figures of the plot, by day and by week', async () => {
  await open(() => jsonResponse(figures()));
  const panel = within(await screen.findByRole('region', { name: 'Revenue' }));
  const shown = () => screen.getByRole('region', { name: 'Revenue' }).textContent;
  expect(shown()).toContain('₭28,000,000');
  panel.getByText('12% more than the week before up to this time');
  const rows = () => within(panel.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows().map(({ textContent }) => textContent)).toContain('Today₭7,000,000₭500,000');
  expect(rows()).toHaveLength(7);
  const orders = within(screen.getByRole('region', { name: 'Orders' }));
  orders.getByText('6.7% less than the week before up to this time');
  await userEvent.click(panel.getByRole('button', { name: 'Table' }));
  await userEvent.click(panel.getByRole('button', { name: '8 weeks' }));
  expect(rows()).toHaveLength(8);
  expect(rows()[7]?.textContent).toContain('This week');
  panel.getByText('No sales in the week before up to this time');
});

it('figures of a failed service are reported, and the others are shown', async () => {
  let isDown = true;
  const count = await open(() =>
    jsonResponse(isDown ? figures({ chats: null, unavailable: ['chat'] }) : figures()),
  );
  await screen.findByText(/These figures cannot be read now: Chat\./);
  expect((await tile(/Chats to answer/)).textContent).toContain('not available now');
  expect((await tile(/To confirm/)).textContent).toContain('12');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/cannot be read now/)).toBeNull());
  expect(count()).toBe(2);
});

it('editor sees stock tiles and no order tiles', async () => {
  await open(() => jsonResponse(figures({ orders: null, chats: null, messages: null })), 'editor');
  await tile(/Running low/);
  expect(screen.queryByRole('link', { name: /To confirm/ })).toBeNull();
  expect(screen.queryByText('not available now')).toBeNull();
});

it('clerk sees waiting work and nothing beside it', async () => {
  const parts = { sales: null, searches: null, stock: null, imports: null };
  await open(() => jsonResponse(figures(parts)), 'clerk');
  await tile(/To confirm/);
  expect(screen.queryAllByRole('table')).toEqual([]);
  expect(document.querySelector('.o-today-pair')).toBeNull();
  expect(document.querySelectorAll('.o-today > *')).toHaveLength(1);
});

it('best sellers and searches without a result have their numbers', async () => {
  await open(() => jsonResponse(figures()));
  const best = within(await screen.findByRole('table', { name: 'Best sellers, 7 days' }));
  const row = best.getAllByRole('row')[1]?.textContent;
  for (const part of ['Portland cement', '312\u00a0bags', '₭18,096,000', '+12%', '285']) {
    expect(row).toContain(part);
  }
  const missed = within(screen.getByRole('table', { name: 'Searched without a result' }));
  expect(missed.getAllByRole('row')[1]?.textContent).toBe('ປູນຕາເສືອ38');
});

it('failed page offers a retry', async () => {
  await open(() => problemResponse(503));
  await screen.findByRole('button', { name: 'Try again' });
});
