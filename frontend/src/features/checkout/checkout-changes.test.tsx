// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  confirmButton,
  fillAddress,
  idempotencyKeys,
  LINE,
  ORDER,
  openCheckout,
  PLACE,
  placedOrders,
  quote,
  resetCheckout,
  SHOP,
  TOTALS,
} from '@/testing/checkout';
import { fakeApi, jsonResponse, problemResponse, type RecordedRequest } from '@/testing/fake-shop';

beforeEach(resetCheckout);

it('changed quote is shown by line, and ordered after the customer agrees', async () => {
  let price = 500_000;
  let seen = price;
  const line = { pro_id: 104002, requested: 2, available: 9, price_was: seen, price_now: 520_000 };
  const requests = fakeApi({
    ...SHOP,
    // Like the server: the price change is reported again, because a refused order has not shown it.
    'POST /api/auth/checkout/quote': () => {
      const changed = seen === price ? [] : [line];
      seen = price;
      return jsonResponse(quote({ lines: [{ ...LINE, price, state: 'ok' }], changed }));
    },
    [PLACE]: () => {
      if (seen === 520_000) return jsonResponse(ORDER, 201);
      price = 520_000;
      return problemResponse(409, { reason: 'price_changed', lines: [line] });
    },
  });
  const { user } = await openCheckout();
  await fillAddress(user);
  await user.click(await confirmButton());
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Drill');
  expect(notice.textContent).toMatch(/Price went up: ₭500,000.*₭520,000/);
  expect((await confirmButton()).disabled).toBe(true);
  await user.click(within(notice).getByRole('button', { name: 'Accept and continue' }));
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  await user.click(await confirmButton());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(new Set(idempotencyKeys(requests)).size).toBe(2);
});

it('order confirms the displayed amounts; other totals require consent', async () => {
  let fee = 0;
  const requests = fakeApi({
    ...SHOP,
    'POST /api/auth/checkout/quote': () =>
      jsonResponse(quote({ totals: { ...TOTALS, delivery_fee: fee, total: 1_000_000 + fee } })),
    [PLACE]: ({ body }) => {
      const { confirmed } = body as { confirmed: { delivery_fee: number } };
      if (confirmed.delivery_fee === 30_000) return jsonResponse(ORDER, 201);
      fee = 30_000;
      const prices = { price_was: 500_000, price_now: 500_000 };
      const line = { pro_id: 104002, requested: 2, available: 9, ...prices };
      return problemResponse(409, { reason: 'total_changed', lines: [line] });
    },
  });
  const { user } = await openCheckout();
  await fillAddress(user);
  await user.click(await confirmButton());
  const notice = await screen.findByRole('alert');
  await waitFor(() => expect(notice.textContent).toMatch(/Delivery.*Free|Delivery.*₭0.*₭30,000/));
  expect(notice.textContent).toMatch(/Total ₭1,000,000.*₭1,030,000/);
  expect(notice.textContent).not.toContain('Drill');
  expect((await confirmButton()).disabled).toBe(true);
  await user.click(within(notice).getByRole('button', { name: 'Accept and continue' }));
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  await user.click(await confirmButton());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  const first = requests.find(({ method, path }) => `${method} ${path}` === PLACE)?.body;
  expect(first).toMatchObject({
    confirmed: {
      prices: [{ pro_id: 104002, price: 500_000 }],
      points_discount: 0,
      delivery_fee: 0,
      total: 1_000_000,
    },
  });
});

it.each(['total_changed', 'price_changed'])(
  'refusal as %s shows old and new price and total, and the next step is reachable by keyboard',
  async (reason) => {
    let price = 500_000;
    const line = { pro_id: 104002, requested: 2, available: 9, price_was: price };
    const requests = fakeApi({
      ...SHOP,
      'POST /api/auth/checkout/quote': () => {
        const totals = { ...TOTALS, total: 2 * price };
        return jsonResponse(quote({ lines: [{ ...LINE, price, state: 'ok' }], totals }));
      },
      [PLACE]: ({ body }) => {
        const { confirmed } = body as { confirmed: { total: number } };
        if (confirmed.total === 1_040_000) return jsonResponse(ORDER, 201);
        price = 520_000;
        return problemResponse(409, { reason, lines: [{ ...line, price_now: price }] });
      },
    });
    const { user } = await openCheckout();
    await fillAddress(user);
    await user.click(await confirmButton());
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toMatch(/DrillPrice went up: ₭500,000.*₭520,000/);
    await waitFor(() => expect(notice.textContent).toMatch(/Total ₭1,000,000.*₭1,040,000/));
    expect(document.activeElement?.contains(notice)).toBe(true);
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Accept and continue');
    await user.keyboard('{Enter}');
    await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(await confirmButton());
    await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
    expect(placedOrders(requests)[1]?.body).toMatchObject({
      confirmed: { prices: [{ pro_id: 104002, price: 520_000 }], total: 1_040_000 },
    });
  },
);

it('change accepted before the quote is not confirmed again', async () => {
  const change = {
    pro_id: 104002,
    requested: 2,
    available: 9,
    price_was: 500_000,
    price_now: 520_000,
  };
  sessionStorage.setItem(
    'heuan_checkout_changes',
    JSON.stringify({ customer: '7', changes: [change] }),
  );
  let quotes = 0;
  let answer = () => {};
  const accepted = new Promise<void>((resolve) => {
    answer = resolve;
  });
  fakeApi({
    ...SHOP,
    'POST /api/auth/checkout/quote': async () => {
      quotes += 1;
      const changed = quotes === 1 ? [change] : [];
      await accepted;
      return jsonResponse(quote({ changed }));
    },
  });
  const { user } = await openCheckout();
  const accept = await screen.findByRole('button', { name: 'Accept and continue' });
  await waitFor(() => expect(quotes).not.toBe(0));
  await user.click(accept);
  answer();
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('quote requests share one key until one is shown', async () => {
  const isQuote = ({ path }: RecordedRequest) => path === '/api/auth/checkout/quote';
  const requests = fakeApi({
    ...SHOP,
    // The response does not arrive before the customer chooses something else.
    'POST /api/auth/checkout/quote': () =>
      requests.filter(isQuote).length === 1
        ? new Promise<Response>(() => {})
        : jsonResponse(quote()),
  });
  const names = () =>
    requests.filter(isQuote).map(({ headers }) => headers.get('idempotency-key') ?? '');
  const { user } = await openCheckout();
  await waitFor(() => expect(names()).toHaveLength(1));
  await user.click(await screen.findByRole('radio', { name: /Pick up/ }, { timeout: 60_000 }));
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(names()[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(names()[1]).toBe(names()[0]);
  await waitFor(() => expect(sessionStorage.getItem('heuan_checkout_quote')).toBeNull());
  await user.click(screen.getByRole('radio', { name: /Home delivery/ }));
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(names()[2]).not.toBe(names()[0]);
});

it('reduced quantity of buy-now is confirmed once', async () => {
  sessionStorage.setItem('heuan_buy_now', JSON.stringify({ pro_id: 104002, quantity: 3 }));
  fakeApi({
    ...SHOP,
    'POST /api/auth/checkout/quote': ({ body }) => {
      const [{ quantity }] = (body as { items: [{ quantity: number }] }).items;
      const line = { pro_id: 104002, requested: quantity, available: 2 };
      const changed = quantity > 2 ? [{ ...line, price_was: null, price_now: 500_000 }] : [];
      return jsonResponse(quote({ changed, cart_version: null }));
    },
  });
  const { user } = await openCheckout('/checkout?buyNow=true');
  await user.click(await screen.findByRole('button', { name: 'Accept and continue' }));
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
});

/** A quote requested again, as after a gap in the network: another device has seen its changes, so `changed` is empty. */
it.each([
  [
    'delivery fee',
    { totals: { ...TOTALS, delivery_fee: 30_000, total: 1_030_000 } },
    /Delivery.*₭30,000.*Total ₭1,000,000.*₭1,030,000/,
  ],
  [
    'price',
    {
      lines: [{ ...LINE, price: 520_000, available: 9, state: 'ok', price_was: null }],
      totals: { ...TOTALS, total: 1_040_000 },
    },
    /Price went up: ₭500,000.*₭520,000.*Total ₭1,000,000.*₭1,040,000/,
  ],
])(
  'refetched quote with another %s requires consent although nothing is reported as changed',
  async (_, changed, text) => {
    let now = {};
    fakeApi({ ...SHOP, 'POST /api/auth/checkout/quote': () => jsonResponse(quote(now)) });
    const { user, client } = await openCheckout();
    await fillAddress(user);
    now = changed;
    await client.invalidateQueries({ queryKey: ['/api/auth/checkout/quote'] });
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toMatch(text);
    expect((await confirmButton()).disabled).toBe(true);
    await user.click(within(notice).getByRole('button', { name: 'Accept and continue' }));
    await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('changed points or delivery alone require no consent', async () => {
  const requests = fakeApi({
    ...SHOP,
    'POST /api/auth/checkout/quote': ({ body }) => {
      const { delivery } = body as { delivery: { method: string } };
      const fee = delivery.method === 'pickup' ? 0 : 30_000;
      const totals = { ...TOTALS, delivery_fee: fee, total: 1_000_000 + fee };
      return jsonResponse(quote({ totals }));
    },
  });
  const { user } = await openCheckout();
  await fillAddress(user);
  await user.click(screen.getByRole('radio', { name: /Pick up/ }));
  const isOfPickup = ({ body }: RecordedRequest) => JSON.stringify(body ?? {}).includes('pickup');
  await waitFor(() => expect(requests.filter(isOfPickup)).toHaveLength(1));
  await user.click(screen.getByRole('radio', { name: /Home delivery/ }));
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
});
