// @vitest-environment jsdom
import type { QueryClient } from '@tanstack/react-query';
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { CHECKOUT_QUOTE } from '@/domain/cart/cart-query';
import { useChatWindow } from '@/domain/chat/chat-window';
import {
  CART,
  CONFIRMED,
  confirmButton,
  fillAddress,
  idempotencyKeys,
  ORDER,
  openCheckout,
  PLACE,
  placedOrders,
  quote,
  resetCheckout,
  SHOP,
  village,
} from '@/testing/checkout';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';

beforeEach(resetCheckout);

const ATTEMPT = 'heuan_checkout_attempt';
const QUOTE = 'POST /api/auth/checkout/quote';
const isQuoteRefused = (client: QueryClient) =>
  client
    .getQueryCache()
    .findAll({ queryKey: [CHECKOUT_QUOTE] })
    .some(({ state }) => state.status === 'error');

it('order is placed once as shown, and opens the payment', async () => {
  let answer = () => {};
  const clicked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const requests = fakeApi({
    ...SHOP,
    [PLACE]: async () => {
      await clicked;
      return jsonResponse(ORDER, 201);
    },
  });
  const { user } = await openCheckout();
  await fillAddress(user);
  await user.dblClick(await confirmButton());
  await waitFor(() => expect(placedOrders(requests)).not.toHaveLength(0));
  answer();
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placedOrders(requests)).toHaveLength(1);
  expect(placedOrders(requests)[0]?.body).toEqual({
    phone: '020 5512 3456',
    delivery: { method: 'delivery', province: 'ເຊກອງ', district: 'ລະມາມ', village: 'Lavi' },
    payment: { method: 'qr' },
    cart_version: 3,
    confirmed: {
      prices: [{ pro_id: 104002, price: 500_000 }],
      points_discount: 0,
      delivery_fee: 0,
      total: 1_000_000,
    },
  });
  await waitFor(() => expect(sessionStorage.length).toBe(0));
});

it('order without a response is retried with the same idempotency key', async () => {
  let tries = 0;
  const requests = fakeApi({
    ...SHOP,
    [PLACE]: () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new TypeError('lost')) : jsonResponse(ORDER, 201);
    },
  });
  const { user } = await openCheckout();
  await fillAddress(user);
  await user.click(await confirmButton());
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('please try again');
  expect((await village()).closest('fieldset')?.disabled).toBe(true);
  await user.click(retry);
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  const [first, second] = placedOrders(requests);
  expect(first?.body).toHaveProperty('confirmed');
  expect(second?.body).toEqual(first?.body);
  expect(new Set(idempotencyKeys(requests)).size).toBe(1);
});

/** The cart of an order that was placed, and the answer to a quote of it. */
const emptyCart = () => jsonResponse({ ...CART, count: 0, total: 0, lines: [] });
const emptyQuote = () => problemResponse(400, { code: 'invalid_argument', field: 'items' });

it('order response lost, cart empty and quote refused: the order stays visible', async () => {
  let isEmpty = false;
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/cart': () => (isEmpty ? emptyCart() : jsonResponse(CART)),
    [QUOTE]: () => (isEmpty ? emptyQuote() : jsonResponse(quote())),
    [PLACE]: () => (isEmpty ? jsonResponse(ORDER, 201) : Promise.reject(new TypeError('lost'))),
  });
  const { user, client } = await openCheckout();
  await fillAddress(user);
  await user.click(await confirmButton());
  await screen.findByRole('button', { name: 'Try again' });
  isEmpty = true;
  // The attempt is too old to be resumed by a reload, but this page still shows it.
  const attempt = JSON.parse(sessionStorage.getItem(ATTEMPT) ?? '');
  sessionStorage.setItem(ATTEMPT, JSON.stringify({ ...attempt, at: 0 }));
  // The live stream does this when it opens again.
  await client.refetchQueries({ type: 'active' });
  await waitFor(() => expect(isQuoteRefused(client)).toBe(true));
  expect(screen.queryByText('Your cart is empty')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(new Set(idempotencyKeys(requests)).size).toBe(1);
});

it('reload repeats an order whose response was lost until it is known, even with an empty cart', async () => {
  const body = { phone: '020', payment: { method: 'qr' } };
  const attempt = { key: 'k1', body: JSON.stringify(body), customer: '7', at: Date.now() };
  sessionStorage.setItem(ATTEMPT, JSON.stringify(attempt));
  let lose = (_: Error) => {};
  let tries = 0;
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/cart': emptyCart,
    [QUOTE]: emptyQuote,
    [PLACE]: () => {
      tries += 1;
      if (tries > 1) return jsonResponse(ORDER, 201);
      return new Promise<Response>((_, reject) => {
        lose = reject;
      });
    },
  });
  const { user, client } = await openCheckout();
  await waitFor(() => expect(isQuoteRefused(client)).toBe(true));
  expect(await screen.findByRole('button', { name: 'Placing the order…' })).toBeTruthy();
  expect(screen.queryByText('Your cart is empty')).toBeNull();
  lose(new TypeError('lost'));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(idempotencyKeys(requests)).toEqual(['k1', 'k1']);
});

it('cart emptied elsewhere before the order is reported', async () => {
  let isEmpty = false;
  fakeApi({
    ...SHOP,
    'GET /api/auth/cart': () => (isEmpty ? emptyCart() : jsonResponse(CART)),
  });
  const { client } = await openCheckout();
  await confirmButton();
  isEmpty = true;
  await client.refetchQueries({ queryKey: ['/api/auth/cart'] });
  expect((await screen.findByRole('alert')).textContent).toContain('Your cart is empty');
});

it('shop without QR payment selects its first payment method', async () => {
  const requests = fakeApi({
    ...SHOP,
    'POST /api/auth/checkout/quote': () => jsonResponse(quote({ payment_methods: ['cod'] })),
    [PLACE]: () => jsonResponse({ ...ORDER, payment: { method: 'cod', status: 'due' } }, 201),
  });
  const { user } = await openCheckout();
  await fillAddress(user);
  await user.click(await confirmButton());
  await waitFor(() => expect(placedOrders(requests)).toHaveLength(1));
  expect(placedOrders(requests)[0]?.body).toMatchObject({ payment: { method: 'cod' } });
});

it('order of buy-now confirms the displayed amounts', async () => {
  sessionStorage.setItem('heuan_buy_now', JSON.stringify({ pro_id: 104002, quantity: 2 }));
  const requests = fakeApi({
    ...SHOP,
    'POST /api/auth/checkout/quote': () => jsonResponse(quote({ cart_version: null })),
    [PLACE]: () => jsonResponse(ORDER, 201),
  });
  const { user } = await openCheckout('/checkout?buyNow=true');
  await fillAddress(user);
  await user.click(await confirmButton());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placedOrders(requests)[0]?.body).toMatchObject({
    items: [{ pro_id: 104002, quantity: 2 }],
    buyNow: true,
    confirmed: CONFIRMED,
  });
});

it.each([
  [409, 'open_orders_limit', { max: 3, used: 3 }, 'You have 3 unpaid orders'],
  [409, 'cash_total_limit', { max: 5_000_000, used: 1 }, 'can total at most ₭5,000,000'],
  [409, 'transfer_total_limit', { max: 20_000_000, used: 1 }, 'can total at most ₭20,000,000'],
  [409, 'stock_share_limit', { max: 50, used: 0 }, 'Drill: at most 4 now'],
  [409, 'new_customers_stock_limit', { max: 80, used: 0 }, 'at most 80% of our stock together'],
  [409, 'line_quantity_limit', { max: 1000, used: 0 }, 'At most 1,000 of one product'],
  [429, 'address_orders_limit', { max: 60, used: 60 }, 'Please try again in 60 minutes'],
])(
  'order limit shows its figures and offers the chat: %s %s',
  async (status, reason, limit, text) => {
    const lines = reason.includes('stock')
      ? [{ pro_id: 104002, requested: 2, available: 4 }]
      : undefined;
    fakeApi({ ...SHOP, [PLACE]: () => problemResponse(status, { reason, limit, lines }) });
    const { user } = await openCheckout();
    await fillAddress(user);
    await user.click(await confirmButton());
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain(text);
    expect((await confirmButton()).disabled).toBe(false);
    await user.click(within(notice).getByRole('button', { name: 'Ask in the chat' }));
    expect(renderHook(() => useChatWindow()).result.current.mode).toBe('open');
  },
);
