// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { possible, staffOrder } from '@/testing/staff-order';
import { staffMe } from '@/testing/staff-people';
import { StaffContext } from '../staff-access';
import type { OrderCorrection, StaffOrder } from '../staff-order-types';
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

const CORRECTION: OrderCorrection = {
  booking: 'return',
  amount: 116_000,
  allowed: true,
  blocked_reason: null,
};
const order = (correction: Partial<OrderCorrection> = {}): StaffOrder =>
  staffOrder({
    status: 'completed',
    payment: { ...staffOrder().payment, status: 'refund_due' },
    received: 464_000,
    refund: 116_000,
    actions: [possible('receive_return')],
    corrections: [{ ...CORRECTION, ...correction }],
    returns: [
      {
        at: '2026-11-22T09:00:00+07:00',
        lines: [{ pro_id: 101002, to_stock: 2, to_waste: 0, note: null }],
        refund: 116_000,
        delivery_fee: 0,
        points_returned: 0,
        points_revoked: 0,
        reason: 'Wrong size',
        branch: null,
        credit_note: {
          number: '261121-7K3M9QTX-C1',
          goods: 116_000,
          discount: 0,
          delivery_fee: 0,
          missing_points_value: 0,
          vat: [],
        },
      },
    ],
  });

const PREVIEW = {
  version: 3,
  goods: 58_000,
  discount: 0,
  delivery_fee: 0,
  missing_points_value: 0,
  refund: 58_000,
  points_returned: 0,
  points_revoked: 0,
  points_balance: 0,
  units_to_stock: 1,
  units_to_waste: 0,
};

async function open(
  shown: StaffOrder,
  role: 'clerk' | 'manager',
  answer?: () => Response,
  preview = () => jsonResponse(PREVIEW),
) {
  const requests = fakeApi({
    [`GET ${PATH}`]: () => jsonResponse(shown),
    [`GET ${PATH}/return-preview`]: preview,
    [`POST ${PATH}/corrections`]:
      answer ?? (() => jsonResponse({ ...shown, version: 4, corrections: [], returns: [] })),
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
  await screen.findByRole('heading', { name: shown.number });
  const sent = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  const previews = () => requests.filter(({ path }) => path.endsWith('return-preview'));
  return { sent, previews };
}

const dialog = () => within(screen.getByRole('dialog'));
const button = () => screen.queryByRole('button', { name: 'Correct the return…' });
const fewer = () => dialog().getByRole('button', { name: /^Fewer|^Less/ });

it('manager corrects the units of a return with a reason', async () => {
  const { sent, previews } = await open(order(), 'manager');
  await userEvent.click(button() as HTMLElement);
  await userEvent.click(fewer());
  await dialog().findByText(/58,000/, { selector: '[data-total] *' });
  expect(previews().at(-1)?.url).toContain('corrects_last=true');
  await userEvent.click(dialog().getByRole('button', { name: 'Save the correction' }));
  expect(sent()).toEqual([]);
  await userEvent.type(dialog().getByLabelText('Reason'), 'one too many');
  await userEvent.click(dialog().getByRole('button', { name: 'Save the correction' }));
  const lines = [{ pro_id: 101002, to_stock: 1, to_waste: 0 }];
  const request = { version: 3, booking: 'return', amount: 116_000, reason: 'one too many', lines };
  expect(sent()).toEqual([request]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('return without any units is taken back', async () => {
  const { sent } = await open(order(), 'manager');
  await userEvent.click(button() as HTMLElement);
  await userEvent.click(fewer());
  await userEvent.click(fewer());
  await userEvent.type(dialog().getByLabelText('Reason'), 'wrong order');
  await userEvent.click(dialog().getByRole('button', { name: 'Take the return back' }));
  const request = { version: 3, booking: 'return', amount: 116_000, reason: 'wrong order' };
  expect(sent()).toEqual([request]);
});

it('refusal because the goods were sold again is explained and keeps the dialog', async () => {
  await open(order(), 'manager', () => problemResponse(409, { reason: 'stock_short' }));
  await userEvent.click(button() as HTMLElement);
  await userEvent.type(dialog().getByLabelText('Reason'), 'wrong order');
  await userEvent.click(dialog().getByRole('button', { name: 'Save the correction' }));
  await screen.findByText(/were sold again/);
  expect(dialog().getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('wrong order');
});

it('return whose refund was paid out says why it cannot be corrected', async () => {
  await open(order({ allowed: false, blocked_reason: 'refund_made', amount: 0 }), 'manager');
  expect(button()).toBeNull();
  screen.getByText(/cannot be corrected\. Money that depends on it was paid out/);
});

it('clerk has the credit note of a return, but cannot correct it', async () => {
  await open(order(), 'clerk');
  expect(button()).toBeNull();
  const link = screen.getByRole('link', { name: 'Credit note 261121-7K3M9QTX-C1' });
  expect(link.getAttribute('href')).toContain('credit=261121-7K3M9QTX-C1');
});

it('preview of a return that fails can be tried again', async () => {
  let isDown = true;
  await open(order(), 'manager', undefined, () =>
    isDown ? problemResponse(503) : jsonResponse(PREVIEW),
  );
  await userEvent.click(button() as HTMLElement);
  await userEvent.click(fewer());
  const retry = await dialog().findByRole('button', { name: 'Try again' });
  isDown = false;
  await userEvent.click(retry);
  await dialog().findByText(/58,000/, { selector: '[data-total] *' });
  expect(dialog().queryByRole('button', { name: 'Try again' })).toBeNull();
});
