// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  confirmButton,
  ORDER,
  openCheckout,
  PLACE,
  placedOrders,
  quote,
  resetCheckout,
  SHOP,
} from '@/testing/checkout';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';

beforeEach(resetCheckout);

const HOME = { method: 'delivery', province: 'ເຊກອງ', district: 'ລະມາມ', village: 'Lavi' };
const PICKUP = { method: 'pickup', branch_id: 3 };
const BRANCHES = [1, 3].map((b_id) => ({
  b_id,
  b_name: `ສາຂາ ${b_id}`,
  b_name_eng: `Branch ${b_id}`,
}));

/** A shop in which the customer has placed an order. */
const shopAfter = (delivery: object, method: string) => ({
  ...SHOP,
  'GET /api/auth/addresses': () => jsonResponse([]),
  'GET /api/auth/orders': () => jsonResponse([{ order_id: 'last' }]),
  'GET /api/auth/orders/last': () =>
    jsonResponse({ order_id: 'last', delivery, payment: { method } }),
  'GET /api/v1/branch': () => jsonResponse(BRANCHES),
  [PLACE]: () => jsonResponse({ ...ORDER, payment: { method: 'cod', status: 'due' } }, 201),
});

it.each([
  ['cash on delivery', HOME, 'cod'],
  ['transfer', HOME, 'transfer'],
  ['QR', HOME, 'qr'],
  ['pick-up', PICKUP, 'cod'],
] as const)(
  'order of a returning customer by %s is placed by one press in the checkout',
  async (_, delivery, method) => {
    const requests = fakeApi(shopAfter(delivery, method));
    const { user } = await openCheckout();
    await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
    await user.click(await confirmButton());
    await waitFor(() => expect(placedOrders(requests)).toHaveLength(1));
    expect(placedOrders(requests)[0]?.body).toMatchObject({ delivery, payment: { method } });
  },
);

it('choice of the last order that is no longer offered is replaced', async () => {
  fakeApi({
    ...shopAfter({ method: 'pickup', branch_id: 2 }, 'transfer'),
    'POST /api/auth/checkout/quote': () => jsonResponse(quote({ payment_methods: ['cod', 'qr'] })),
  });
  await openCheckout();
  const branch = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Pick-up branch' });
  expect(branch.value).toBe('');
  const chosen = () => screen.getAllByRole<HTMLInputElement>('radio', { checked: true });
  await waitFor(() => expect(chosen().map(({ value }) => value)).toEqual(['pickup', 'qr']));
});

it('values typed before a reload stay', async () => {
  const values = { method: 'delivery', payment: 'qr' };
  sessionStorage.setItem('heuan_checkout', JSON.stringify({ customer: '7', values }));
  const requests = fakeApi(shopAfter(PICKUP, 'cod'));
  await openCheckout();
  await confirmButton();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Home delivery/ }).checked).toBe(true);
  expect(requests.some(({ url }) => /limit=1(&|$)/.test(url))).toBe(false);
});
