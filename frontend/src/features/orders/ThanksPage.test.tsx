// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { ThanksPage } from './ThanksPage';

const ORDER = {
  order_id: '01K9',
  number: '261121-7K3M9QTX',
  status: 'placed',
  created_at: '2026-11-21T15:31:00+07:00',
  lines: [],
  totals: {
    subtotal: 950_000,
    points_discount: 0,
    delivery_fee: 0,
    free_delivery_from: 0,
    total: 950_000,
    vat: [],
    points_used: 0,
    points_earned: 4,
  },
  delivery: { method: 'pickup', branch_name_la: 'ສາຂາ', branch_name_en: 'Branch' },
  phone: '+8562055123456',
  payment: { method: 'cod', status: 'due' },
  received: 0,
  refund: 0,
  refunded: 0,
  waived: 0,
  points_earned: 4,
  refunds: [],
  returns: [],
  return_request: null,
  history: [],
  can_cancel: false,
  delivery_day: null,
};

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'cus_id=7';
  vi.stubGlobal('scrollTo', () => {});
});

async function open(status: string) {
  const payload = { fname: 'A', lname: 'B', phone: '+8562055123456', email: '' };
  fakeApi({
    'GET /api/v1/verify-token': () => Response.json({ payload }),
    'GET /api/auth/orders/01K9': () => jsonResponse({ ...ORDER, status }),
  });
  await renderPage({
    path: '/checkout/thanks/$orderId',
    page: ThanksPage,
    at: '/checkout/thanks/01K9',
    leadsTo: ['/account/orders/$orderId', '/shop'],
  });
}

it('placed order shows its points', async () => {
  await open('placed');
  await screen.findByText('This order earns 4 points');
});

it.each(['cancelled', 'expired'])(
  'order that is %s links to its page and has no points',
  async (status) => {
    await open(status);
    await screen.findByRole('heading', { name: 'at /account/orders/$orderId' });
    expect(screen.queryByText(/earns/)).toBeNull();
  },
);
