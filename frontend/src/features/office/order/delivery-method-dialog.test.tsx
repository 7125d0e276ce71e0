// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from '@/shared/ui/toast';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffOrder } from '@/testing/staff-order';
import type { StaffOrder } from '../staff-order-types';
import { StaffOrderPage } from './StaffOrderPage';

const PATH = '/api/staff/orders/01K9';
const RECEIVER = { name: 'Kham', landmark: '', driver_note: '', position: null };
const BRANCHES = [{ b_id: 3, b_name: 'ສາຂາ 3', b_name_eng: 'Branch 3' }];

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

const preview = (
  { version, lines, totals }: StaffOrder,
  change: { refund: number; due: number },
) => ({
  version,
  lines: lines.map((line) => ({ ...line, quantity_before: line.quantity, available: 12 })),
  totals_before: totals,
  totals: { ...totals, delivery_fee: 0, total: 464_000 },
  points_returned: 0,
  points_earned: 0,
  missing_points_value: 0,
  ...change,
});

async function open(order: StaffOrder, answers: Parameters<typeof fakeApi>[0] = {}) {
  const requests = fakeApi({
    [`GET ${PATH}`]: () => jsonResponse(order),
    [`GET ${PATH}/lines-preview`]: () => jsonResponse(preview(order, { refund: 30_000, due: 0 })),
    [`PUT ${PATH}/lines`]: () => jsonResponse({ ...order, version: 4 }),
    'GET /api/v1/branch': () => jsonResponse(BRANCHES),
    ...answers,
  });
  await renderPage({
    path: '/staff/orders/$orderId',
    at: '/staff/orders/01K9',
    page: () => <StaffOrderPage />,
    leadsTo: ['/staff/orders', '/staff/$cusId', '/staff/orders/print'],
  });
  await screen.findByRole('region', { name: 'Items' });
  return requests;
}

const dialog = () => within(screen.getByRole('dialog', { name: /^Change to/ }));
const save = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Change the delivery' });

it('delivery becomes a pick-up with its refund shown before', async () => {
  const requests = await open(staffOrder());
  await userEvent.click(screen.getByRole('button', { name: 'Change to pick-up' }));
  await dialog().findByText('₭30,000 is to be refunded.');
  const previews = requests.filter(({ path }) => path.endsWith('/lines-preview'));
  expect(previews.at(-1)?.url).toContain('delivery_method=pickup');
  await waitFor(() => expect(save().disabled).toBe(false));
  await userEvent.click(save());
  await dialog().findByText('Please fill this in');
  expect(requests.some(({ path }) => path.endsWith('/lines'))).toBe(false);
  await dialog().findByRole('option', { name: 'Branch 3' });
  await userEvent.selectOptions(dialog().getByLabelText(/^Branch/), '3');
  await userEvent.click(save());
  await waitFor(() => {
    const sent = requests.find(({ method, path }) => method === 'PUT' && path.endsWith('/lines'));
    expect(sent?.body).toMatchObject({
      version: 3,
      expected_total: 464_000,
      delivery: { method: 'pickup', branch_id: 3 },
    });
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('saved change says who receives the order now', async () => {
  const success = vi.spyOn(toast, 'success');
  const pickup = { ...staffOrder().delivery, method: 'pickup' } as const;
  const delivered = staffOrder({ phone: '+8562055999999', receiver: RECEIVER, version: 4 });
  await open(staffOrder({ delivery: pickup, receiver: { ...RECEIVER, name: 'Noy' } }), {
    [`PUT ${PATH}/lines`]: () => jsonResponse(delivered),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Change to delivery' }));
  await userEvent.selectOptions(dialog().getByLabelText('Province'), 'Sekong');
  await userEvent.selectOptions(dialog().getByLabelText('District'), 'Lamam');
  await userEvent.type(dialog().getByLabelText('Village'), 'Lavi');
  await waitFor(() => expect(save().disabled).toBe(false));
  await userEvent.click(save());
  await waitFor(() =>
    expect(success).toHaveBeenCalledWith(expect.any(String), {
      detail: 'Receiver: Kham, 020 5599 9999',
    }),
  );
});

it('refused change of the delivery keeps the input and says why', async () => {
  await open(staffOrder(), {
    [`PUT ${PATH}/lines`]: () => problemResponse(409, { reason: 'part_refunded' }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Change to pick-up' }));
  await dialog().findByRole('option', { name: 'Branch 3' });
  await userEvent.selectOptions(dialog().getByLabelText(/^Branch/), '3');
  await waitFor(() => expect(save().disabled).toBe(false));
  await userEvent.click(save());
  await dialog().findByText(/^Part of the price was refunded/);
  expect(dialog().getByLabelText<HTMLSelectElement>(/^Branch/).value).toBe('3');
});

it('failed delivery can become a pick-up', async () => {
  await open(staffOrder({ status: 'delivery_failed' }));
  screen.getByRole('button', { name: 'Change to pick-up' });
});

it('delivery method of goods that are on their way cannot be changed', async () => {
  await open(staffOrder({ status: 'delivering' }));
  expect(screen.queryByRole('button', { name: 'Change to pick-up' })).toBeNull();
});
