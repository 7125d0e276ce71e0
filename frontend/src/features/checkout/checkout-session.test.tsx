// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  CART,
  CONFIRMED,
  confirmButton,
  fillAddress,
  ORDER,
  openCheckout,
  PLACE,
  placedOrders,
  resetCheckout,
  SHOP,
  village,
} from '@/testing/checkout';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';

beforeEach(resetCheckout);

it('order repeated after a new sign-in confirms the displayed amounts', async () => {
  let isSignedIn = false;
  const requests = fakeApi({
    ...SHOP,
    [PLACE]: () =>
      isSignedIn
        ? jsonResponse(ORDER, 201)
        : problemResponse(401, { code: 'unauthenticated', reason: 'session' }),
  });
  const first = await openCheckout();
  await fillAddress(first.user);
  await first.user.click(await confirmButton());
  await waitFor(() => expect(placedOrders(requests)).toHaveLength(1));
  isSignedIn = true;
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'cus_id=7';
  document.body.replaceChildren();
  const { user } = await openCheckout();
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  expect((await village()).value).toBe('Lavi');
  await user.click(await confirmButton());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  const bodies = placedOrders(requests).map(({ body }) => body);
  expect(bodies.length).toBeGreaterThan(1);
  for (const body of bodies) expect(body).toMatchObject({ confirmed: CONFIRMED });
});

it('form keeps its values over a reload', async () => {
  fakeApi(SHOP);
  const first = await openCheckout();
  await first.user.type(await village(), 'Lavi');
  document.body.replaceChildren();
  await openCheckout();
  expect((await village()).value).toBe('Lavi');
});

it('empty cart is reported', async () => {
  fakeApi({
    ...SHOP,
    'GET /api/auth/cart': () => jsonResponse({ ...CART, count: 0, total: 0, lines: [] }),
  });
  await openCheckout();
  expect((await screen.findByRole('alert')).textContent).toContain('Your cart is empty');
});

it('visitor is led to the login with a return path', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'cus_id=; max-age=0';
  fakeApi(SHOP);
  const { router } = await openCheckout('/checkout?buyNow=true');
  await screen.findByRole('heading', { name: 'at /account/login' });
  expect(router.state.location.search).toHaveProperty('redirect');
});
