import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { resetOptimisticCart } from '@/domain/cart/optimistic-cart';
import { setChatMode } from '@/domain/chat/chat-window';
import { CheckoutPage } from '@/features/checkout/CheckoutPage';
import { jsonResponse, type RecordedRequest } from './fake-shop';
import { renderPage } from './render-page';

export const LINE = {
  pro_id: 104002,
  pro_name_la: 'ສະຫວ່ານ',
  pro_name_en: 'Drill',
  pro_img_cover: '',
  unit_name_la: 'ໜ່ວຍ',
  unit_name_en: 'piece',
  quantity: 2,
  price: 500_000,
  vatrate: 10,
  total: 1_000_000,
};
export const TOTALS = {
  subtotal: 1_000_000,
  points_discount: 0,
  delivery_fee: 0,
  free_delivery_from: 500_000,
  total: 1_000_000,
  vat: [{ rate: 10, net: 909_091, vat: 90_909, gross: 1_000_000 }],
  points_used: 0,
  points_earned: 5,
};
export const CART = {
  version: 3,
  count: 2,
  total: 1_000_000,
  lines: [{ ...LINE, version: 1, stock: 9, state: 'ok' }],
};
/** Response of a quote of the cart. */
export const quote = (change = {}) => ({
  lines: [{ ...LINE, state: 'ok', price_was: null }],
  totals: TOTALS,
  points_balance: 0,
  point_value: 1000,
  payment_methods: ['cod', 'transfer', 'qr'],
  changed: [],
  cart_version: 3,
  ...change,
});
export const ORDER = {
  order_id: '01K9',
  number: '261121-7K3M9QTX',
  status: 'awaiting_payment',
  payment: { method: 'qr', status: 'pending' },
};
/** Responses of a shop with a customer and one line in the cart. */
export const SHOP = {
  'GET /api/v1/verify-token': () =>
    Response.json({ payload: { fname: 'A', lname: 'B', phone: '+8562055123456', email: '' } }),
  'GET /api/auth/cart': () => jsonResponse(CART),
  'POST /api/auth/checkout/quote': () => jsonResponse(quote()),
};
/** The request that places an order. */
export const PLACE = 'POST /api/auth/orders';

/** Clears the data that an earlier test has stored, and signs a customer in. */
export function resetCheckout(): void {
  localStorage.clear();
  sessionStorage.clear();
  resetOptimisticCart();
  setChatMode('closed');
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'cus_id=7';
  vi.stubGlobal('scrollTo', () => {});
}

/** Opens the checkout. */
export async function openCheckout(at = '/checkout') {
  const page = await renderPage({
    path: '/checkout',
    page: CheckoutPage,
    at,
    leadsTo: [
      '/checkout/pay/$orderId',
      '/checkout/thanks/$orderId',
      '/account/login',
      '/account/orders',
      '/account/profile',
      '/cart',
      '/shop',
    ],
  });
  return { ...page, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;
export const village = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Village' });
/** The button that places the order. */
export const confirmButton = () =>
  screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm the order' });
/** Requests that place an order. */
export const placedOrders = (requests: RecordedRequest[]) =>
  requests.filter(({ method, path }) => method === 'POST' && path === '/api/auth/orders');
/** Idempotency keys of the requests that place an order. */
export const idempotencyKeys = (requests: RecordedRequest[]) =>
  placedOrders(requests).map(({ headers }) => headers.get('idempotency-key'));

/** Chooses and types an address, and waits for its price. */
export async function fillAddress(user: User) {
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Province' }), 'Sekong');
  await user.selectOptions(screen.getByRole('combobox', { name: 'District' }), 'Lamam');
  await user.type(await village(), 'Lavi');
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
}

/** Amounts of the cart that an order confirms. */
export const CONFIRMED = {
  prices: [{ pro_id: 104002, price: 500_000 }],
  points_discount: 0,
  delivery_fee: 0,
  total: 1_000_000,
};
