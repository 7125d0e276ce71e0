// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from '@/shared/ui/toast';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { PayPage } from './PayPage';

const ORDER = {
  order_id: '01K9',
  number: '261121-7K3M9QTX',
  status: 'awaiting_payment',
  created_at: '2026-11-21T15:31:00+07:00',
  lines: [],
  totals: {
    subtotal: 950_000,
    points_discount: 0,
    delivery_fee: 0,
    free_delivery_from: 0,
    total: 950_000,
    vat: [{ rate: 10, net: 863_636, vat: 86_364, gross: 950_000 }],
    points_used: 0,
    points_earned: 4,
  },
  delivery: { method: 'pickup', branch_name_la: 'ສາຂາ', branch_name_en: 'Branch' },
  phone: '+8562055123456',
  payment: {
    method: 'qr',
    status: 'pending',
    reference: '7K3M9QTX',
    expires_at: new Date(Date.now() + 600_000).toISOString(),
    qr_payload: '000201',
    sandbox: false,
  },
  history: [],
  points_earned: 4,
  refunds: [],
  returns: [],
  can_cancel: true,
  delivery_day: null,
};
const SESSION = () =>
  Response.json({ payload: { fname: 'A', lname: 'B', phone: '+8562055123456', email: '' } });

beforeEach(() => {
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'cus_id=7';
  vi.stubGlobal('scrollTo', () => {});
});

async function open(order: () => Response | Promise<Response>) {
  const requests = fakeApi({
    'GET /api/v1/verify-token': SESSION,
    'GET /api/auth/orders/01K9': order,
  });
  await renderPage({
    path: '/checkout/pay/$orderId',
    page: PayPage,
    at: '/checkout/pay/01K9',
    leadsTo: ['/checkout/thanks/$orderId', '/account/orders', '/shop', '/contact'],
  });
  return requests;
}

it('payment page shows the code, its purpose and its validity, without a test payment', async () => {
  await open(() => jsonResponse(ORDER));
  expect(await screen.findByRole('img', { name: 'QR code to pay for this order' })).toBeTruthy();
  expect(screen.getByText('7K3M9QTX')).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/Expires in (10:00|09:5\d)/);
  expect(screen.queryByRole('button', { name: 'Make a test payment' })).toBeNull();
});

it.each([
  [() => problemResponse(500), ['Something went wrong', undefined]],
  [() => problemResponse(429), ['Something went wrong', expect.stringMatching(/^Too many/)]],
  [
    () => Promise.reject(new TypeError('offline')),
    ['Something went wrong', 'Check your internet connection and try again.'],
  ],
])('check of the payment that fails says why: %#', async (refuse, [title, detail]) => {
  let isFailing = false;
  await open(() => (isFailing ? refuse() : jsonResponse(ORDER)));
  const check = await screen.findByRole('button', { name: 'I have paid' });
  const error = vi.spyOn(toast, 'error').mockReturnValue(1);
  isFailing = true;
  await userEvent.click(check);
  await waitFor(() => expect(error).toHaveBeenCalledWith(title, { detail }));
  error.mockRestore();
});

it('underpaid transfer shows the rest as due', async () => {
  const transfer = { bank: 'Demo Bank', account: '000-00', holder: 'Heuan' };
  const payment = { ...ORDER.payment, method: 'transfer', status: 'underpaid', transfer };
  await open(() => jsonResponse({ ...ORDER, payment, received: 900_000, waived: 0, refund: 0 }));
  expect(await screen.findByText('Demo Bank')).toBeTruthy();
  expect(screen.getAllByText(/^₭?\s?50,000/).length).toBeGreaterThan(0);
});

it('transfer has no test payment', async () => {
  const transfer = { bank: 'Demo Bank', account: '000-00', holder: 'Heuan' };
  const payment = {
    ...ORDER.payment,
    method: 'transfer',
    qr_payload: null,
    transfer,
    sandbox: true,
  };
  await open(() => jsonResponse({ ...ORDER, payment }));
  expect(await screen.findByText('Demo Bank')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'I have paid' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Make a test payment' })).toBeNull();
});

it('check of a paid order opens the next page', async () => {
  let isPaid = false;
  await open(() => jsonResponse(isPaid ? { ...ORDER, status: 'placed' } : ORDER));
  const button = await screen.findByRole('button', { name: 'I have paid' });
  isPaid = true;
  await userEvent.click(button);
  await screen.findByRole('heading', { name: 'at /checkout/thanks/$orderId' });
});

it.each(['awaiting_payment', 'expired'])(
  'paid order (%s) shows that it is being confirmed and is polled',
  async (status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isPlaced = false;
    const payment = { ...ORDER.payment, status: 'paid' };
    await open(() =>
      jsonResponse(isPlaced ? { ...ORDER, status: 'placed' } : { ...ORDER, status, payment }),
    );
    await screen.findByRole('heading', { name: 'We have received your payment' });
    expect(screen.queryByRole('alert')).toBeNull();
    isPlaced = true;
    await vi.advanceTimersByTimeAsync(3_000);
    await screen.findByRole('heading', { name: 'at /checkout/thanks/$orderId' });
    vi.useRealTimers();
  },
);

it('offline: the code stays visible', async () => {
  let isOffline = false;
  await open(() => (isOffline ? Promise.reject(new TypeError('offline')) : jsonResponse(ORDER)));
  const button = await screen.findByRole('button', { name: 'I have paid' });
  isOffline = true;
  await userEvent.click(button);
  await screen.findByText(/The code still works/);
  expect(screen.getByRole('img', { name: 'QR code to pay for this order' })).toBeTruthy();
});

it('expired payment explains late transfers', async () => {
  const payment = { ...ORDER.payment, status: 'refund_due' };
  await open(() => jsonResponse({ ...ORDER, status: 'expired', payment }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The time to pay has run out');
  expect(alert.textContent).toContain('Refund on its way');
});

it.each(['expired', 'cancelled'])(
  'payment page of an order that is %s offers to buy again',
  async (status) => {
    await open(() =>
      jsonResponse({ ...ORDER, status, payment: { ...ORDER.payment, status: 'failed' } }),
    );
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('button', { name: 'Buy again' })).toBeTruthy();
  },
);

it('unknown order: not found', async () => {
  await open(() => problemResponse(404, { code: 'not_found' }));
  await waitFor(() => expect(screen.getByText('We couldn’t find this order')).toBeTruthy());
});

it.each([
  ['qr', 'We haven’t received a payment yet', /^Your bank/],
  ['transfer', 'Your transfer isn’t confirmed yet', /^Our staff match transfers by hand/],
])(
  'check of a payment by %s that is still awaited says who confirms it',
  async (method, title, detail) => {
    const payment = { ...ORDER.payment, method };
    await open(() => jsonResponse({ ...ORDER, payment }));
    const info = vi.spyOn(toast, 'info').mockReturnValue(1);
    await userEvent.click(await screen.findByRole('button', { name: 'I have paid' }));
    const text = { detail: expect.stringMatching(detail) };
    await waitFor(() => expect(info).toHaveBeenCalledWith(title, text));
    info.mockRestore();
  },
);
