// @vitest-environment jsdom
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { resetOptimisticCart } from '@/domain/cart/optimistic-cart';
import { setChatMode, useChatWindow } from '@/domain/chat/chat-window';
import { fakeApi, jsonResponse, problemResponse, type RecordedRequest } from '@/testing/fake-shop';
import { descriptionOf } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { CheckoutPage } from './CheckoutPage';

const LINE = {
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
const TOTALS = {
  subtotal: 1_000_000,
  points_discount: 0,
  delivery_fee: 0,
  free_delivery_from: 500_000,
  total: 1_000_000,
  vat: [{ rate: 10, net: 909_091, vat: 90_909, gross: 1_000_000 }],
  points_used: 0,
  points_earned: 5,
};
const CART = {
  version: 3,
  count: 2,
  total: 1_000_000,
  lines: [{ ...LINE, version: 1, stock: 9, state: 'ok' }],
};
const quote = (change = {}) => ({
  lines: [{ ...LINE, state: 'ok', price_was: null }],
  totals: TOTALS,
  points_balance: 0,
  point_value: 1000,
  payment_methods: ['cod', 'transfer', 'qr'],
  changed: [],
  cart_version: 3,
  ...change,
});
const ORDER = {
  order_id: '01K9',
  number: '261121-7K3M9QTX',
  status: 'awaiting_payment',
  payment: { method: 'qr', status: 'pending' },
};
const SHOP = {
  'GET /api/v1/verify-token': () =>
    Response.json({ payload: { fname: 'A', lname: 'B', phone: '+8562055123456', email: '' } }),
  'GET /api/auth/cart': () => jsonResponse(CART),
  'POST /api/auth/checkout/quote': () => jsonResponse(quote()),
};
const PLACE = 'POST /api/auth/orders';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  resetOptimisticCart();
  setChatMode('closed');
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'cus_id=7';
  vi.stubGlobal('scrollTo', () => {});
});

async function open(at = '/checkout') {
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
const village = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Village' });
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm the order' });
const placed = (requests: RecordedRequest[]) =>
  requests.filter(({ method, path }) => method === 'POST' && path === '/api/auth/orders');
const keys = (requests: RecordedRequest[]) =>
  placed(requests).map(({ headers }) => headers.get('idempotency-key'));

async function fill(user: User) {
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Province' }), 'Sekong');
  await user.selectOptions(screen.getByRole('combobox', { name: 'District' }), 'Lamam');
  await user.type(await village(), 'Lavi');
  await waitFor(async () => expect((await button()).disabled).toBe(false));
}

it('empty form names the missing fields and focuses the first', async () => {
  const requests = fakeApi(SHOP);
  const { user } = await open();
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  const province = screen.getByRole('combobox', { name: 'Province' });
  await waitFor(() => expect(descriptionOf(province)).toBe('Please choose a province'));
  expect(document.activeElement).toBe(province);
  expect(descriptionOf(await village())).toBe('Please enter your village');
  expect(placed(requests)).toEqual([]);
});

it('order is placed once as shown, and opens the payment', async () => {
  const requests = fakeApi({
    ...SHOP,
    [PLACE]: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return jsonResponse(ORDER, 201);
    },
  });
  const { user } = await open();
  await fill(user);
  await user.dblClick(await button());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placed(requests)).toHaveLength(1);
  expect(placed(requests)[0]?.body).toEqual({
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

it('order without an answer is sent again under the same key', async () => {
  let tries = 0;
  const requests = fakeApi({
    ...SHOP,
    [PLACE]: () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new TypeError('lost')) : jsonResponse(ORDER, 201);
    },
  });
  const { user } = await open();
  await fill(user);
  await user.click(await button());
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('please try again');
  expect((await village()).closest('fieldset')?.disabled).toBe(true);
  await user.click(retry);
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  const [first, second] = placed(requests);
  expect(first?.body).toHaveProperty('confirmed');
  expect(second?.body).toEqual(first?.body);
  expect(new Set(keys(requests)).size).toBe(1);
});

it('order response lost and cart empty: the order stays visible', async () => {
  let isEmpty = false;
  const empty = { ...CART, count: 0, total: 0, lines: [] };
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/cart': () => jsonResponse(isEmpty ? empty : CART),
    [PLACE]: () => (isEmpty ? jsonResponse(ORDER, 201) : Promise.reject(new TypeError('lost'))),
  });
  const { user, client } = await open();
  await fill(user);
  await user.click(await button());
  await screen.findByRole('button', { name: 'Try again' });
  isEmpty = true;
  await client.refetchQueries({ queryKey: ['/api/auth/cart'] });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(new Set(keys(requests)).size).toBe(1);
});

it('reload finishes an order whose answer was lost, even with an empty cart', async () => {
  const body = { phone: '020', payment: { method: 'qr' } };
  const attempt = { key: 'k1', body: JSON.stringify(body), customer: '7', at: Date.now() };
  sessionStorage.setItem('heuan_checkout_attempt', JSON.stringify(attempt));
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/cart': () => jsonResponse({ ...CART, count: 0, total: 0, lines: [] }),
    [PLACE]: () => jsonResponse(ORDER, 201),
  });
  await open();
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(keys(requests)).toEqual(['k1']);
});

it('changed quote is shown line by line, and ordered once agreed to', async () => {
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
  const { user } = await open();
  await fill(user);
  await user.click(await button());
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Drill');
  expect(notice.textContent).toMatch(/Price went up: ₭500,000.*₭520,000/);
  expect((await button()).disabled).toBe(true);
  await user.click(within(notice).getByRole('button', { name: 'Accept and continue' }));
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(new Set(keys(requests)).size).toBe(2);
});

it('shop without QR payment: the first way to pay that it offers is chosen', async () => {
  const requests = fakeApi({
    ...SHOP,
    'POST /api/auth/checkout/quote': () => jsonResponse(quote({ payment_methods: ['cod'] })),
    [PLACE]: () => jsonResponse({ ...ORDER, payment: { method: 'cod', status: 'due' } }, 201),
  });
  const { user } = await open();
  await fill(user);
  await user.click(await button());
  await waitFor(() => expect(placed(requests)).toHaveLength(1));
  expect(placed(requests)[0]?.body).toMatchObject({ payment: { method: 'cod' } });
});

it('faults of the address are gone after switching to pick-up', async () => {
  fakeApi(SHOP);
  const { user } = await open();
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('Please choose a province');
  expect(summary.textContent).toContain('Please enter your village');
  await user.click(screen.getByRole('radio', { name: /Pick up/ }));
  await waitFor(() => expect(screen.queryByText('Please enter your village')).toBeNull());
  expect(screen.queryByText('Please choose a province')).toBeNull();
});

it('pick-up by another person is ordered with their name and number', async () => {
  const branch = {
    b_id: 3,
    b_name: 'ສາຂາ',
    b_name_eng: 'Branch 3',
    tb_address_la: '',
    tb_address_en: '',
  };
  const requests = fakeApi({
    ...SHOP,
    'GET /api/v1/branch': () => jsonResponse([branch]),
    [PLACE]: () => jsonResponse(ORDER, 201),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('radio', { name: /Pick up/ }));
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Pick-up branch' }),
    'Branch 3',
  );
  const change = async (name: string, text: string) => {
    const box = screen.getByRole('textbox', { name });
    await user.clear(box);
    await user.type(box, text);
  };
  await change('Who picks up', 'Kham');
  await change('Phone number', '020 9998 8877');
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placed(requests)[0]?.body).toMatchObject({
    phone: '020 9998 8877',
    delivery: { method: 'pickup', branch_id: 3 },
    receiver: { name: 'Kham' },
  });
});

const ADDRESS = {
  address_id: '0000000000000000000000000000000a',
  label: 'Site',
  receiver: 'Kham',
  phone: '+8562055999999',
  province: 'ເຊກອງ',
  district: 'ລະມາມ',
  village: 'Lavi',
  landmark: 'Blue gate',
  driver_note: 'Gate 2 m wide',
  position: { lat: 15.345, lng: 106.73 },
  is_default: true,
  changed_at: '2026-11-21T09:00:00+07:00',
};
const OTHER = { ...ADDRESS, address_id: 'b'.repeat(32), label: 'Depot', village: 'Ban Mai' };

it('default address of the book is chosen, so that the first press places the order', async () => {
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/addresses': () => jsonResponse([ADDRESS, OTHER]),
    [PLACE]: () => jsonResponse(ORDER, 201),
  });
  const { user } = await open();
  const card = await screen.findByRole<HTMLInputElement>('radio', { name: /Site/ });
  expect(card.checked).toBe(true);
  expect(screen.queryByRole('textbox', { name: 'Village' })).toBeNull();
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placed(requests)[0]?.body).toMatchObject({
    phone: '020 5599 9999',
    delivery: { method: 'delivery', province: 'ເຊກອງ', district: 'ລະມາມ', village: 'Lavi' },
    receiver: {
      name: 'Kham',
      landmark: 'Blue gate',
      driver_note: 'Gate 2 m wide',
      position: { lat: 15.345, lng: 106.73 },
    },
  });
  expect(requests.some(({ method, path }) => method !== 'GET' && path.includes('addresses'))).toBe(
    false,
  );
});

it('address is changed in the checkout, and the book follows after the order', async () => {
  const path = `/api/auth/addresses/${OTHER.address_id}`;
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/addresses': () => jsonResponse([ADDRESS, OTHER]),
    [`PUT ${path}`]: () => jsonResponse(OTHER),
    [PLACE]: () => jsonResponse(ORDER, 201),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('radio', { name: /Depot/ }));
  await user.click(screen.getByRole('button', { name: 'Edit this address' }));
  const box = await village();
  expect(box.value).toBe('Ban Mai');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Receiver' }));
  await user.clear(box);
  await user.type(box, 'Ban Kao');
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placed(requests)[0]?.body).toMatchObject({ delivery: { village: 'Ban Kao' } });
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    label: 'Depot',
    village: 'Ban Kao',
  });
});

it('another address is of the customer and saved for the next time, unless unchecked', async () => {
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/addresses': () => jsonResponse([ADDRESS]),
    'POST /api/auth/addresses': () => jsonResponse(ADDRESS, 201),
    [PLACE]: () => jsonResponse(ORDER, 201),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('radio', { name: 'Another address' }));
  expect((await village()).value).toBe('');
  const receiver = screen.getByRole<HTMLInputElement>('textbox', { name: 'Receiver' });
  expect(receiver.value).toBe('A B');
  await fill(user);
  await user.click(await button());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  const isSave = ({ method, path }: RecordedRequest) =>
    method === 'POST' && path === '/api/auth/addresses';
  await waitFor(() => expect(requests.filter(isSave)).toHaveLength(1));
  expect(requests.find(isSave)?.body).toMatchObject({ receiver: 'A B', village: 'Lavi' });
  expect(placed(requests)[0]?.body).not.toHaveProperty('receiver');
});

it('address of the newest delivered order is filled in, what was typed stays', async () => {
  const place = { province: 'ນະຄອນຫຼວງວຽງຈັນ', district: 'ໄຊທານີ', village: 'ດົງໂດກ' };
  const shop = {
    ...SHOP,
    'GET /api/auth/orders': () => jsonResponse([{ order_id: 'a' }, { order_id: 'b' }]),
    'GET /api/auth/orders/a': () => jsonResponse({ ...ORDER, delivery: { method: 'pickup' } }),
    'GET /api/auth/orders/b': () =>
      jsonResponse({ ...ORDER, delivery: { method: 'delivery', ...place } }),
  };
  fakeApi(shop);
  await open();
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  await waitFor(() => expect(box('Village').value).toBe(place.village));
  expect(box('Province').value).toBe(place.province);
  await waitFor(() => expect(box('District').value).toBe(place.district));
});

it('address of the newest delivered order leaves alone what was typed before it arrived', async () => {
  let answer = (_: Response) => {};
  const orders = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const place = { province: 'ນະຄອນຫຼວງວຽງຈັນ', district: 'ໄຊທານີ', village: 'ດົງໂດກ' };
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/orders': () => orders,
    'GET /api/auth/orders/a': () =>
      jsonResponse({ ...ORDER, delivery: { method: 'delivery', ...place } }),
  });
  const { user } = await open();
  await user.type(await village(), 'Lavi');
  answer(jsonResponse([{ order_id: 'a' }]));
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/a'))).toBe(true));
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  expect((await village()).value).toBe('Lavi');
  expect(screen.getByLabelText<HTMLSelectElement>('Province').value).toBe('');
});

it('order confirms the amounts on the screen; other totals are shown and agreed to', async () => {
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
  const { user } = await open();
  await fill(user);
  await user.click(await button());
  const notice = await screen.findByRole('alert');
  await waitFor(() => expect(notice.textContent).toMatch(/Delivery.*Free|Delivery.*₭0.*₭30,000/));
  expect(notice.textContent).toMatch(/Total ₭1,000,000.*₭1,030,000/);
  expect(notice.textContent).not.toContain('Drill');
  expect((await button()).disabled).toBe(true);
  await user.click(within(notice).getByRole('button', { name: 'Accept and continue' }));
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
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
  'refusal as %s shows old and new price and total, and the keyboard reaches the way on',
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
    const { user } = await open();
    await fill(user);
    await user.click(await button());
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toMatch(/DrillPrice went up: ₭500,000.*₭520,000/);
    await waitFor(() => expect(notice.textContent).toMatch(/Total ₭1,000,000.*₭1,040,000/));
    expect(document.activeElement?.contains(notice)).toBe(true);
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Accept and continue');
    await user.keyboard('{Enter}');
    await waitFor(async () => expect((await button()).disabled).toBe(false));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(await button());
    await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
    expect(placed(requests)[1]?.body).toMatchObject({
      confirmed: { prices: [{ pro_id: 104002, price: 520_000 }], total: 1_040_000 },
    });
  },
);

const CONFIRMED = {
  prices: [{ pro_id: 104002, price: 500_000 }],
  points_discount: 0,
  delivery_fee: 0,
  total: 1_000_000,
};

it('order of buy-now confirms the amounts on the screen', async () => {
  sessionStorage.setItem('heuan_buy_now', JSON.stringify({ pro_id: 104002, quantity: 2 }));
  const requests = fakeApi({
    ...SHOP,
    'POST /api/auth/checkout/quote': () => jsonResponse(quote({ cart_version: null })),
    [PLACE]: () => jsonResponse(ORDER, 201),
  });
  const { user } = await open('/checkout?buyNow=true');
  await fill(user);
  await user.click(await button());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placed(requests)[0]?.body).toMatchObject({
    items: [{ pro_id: 104002, quantity: 2 }],
    buyNow: true,
    confirmed: CONFIRMED,
  });
});

it('order repeated after a new sign-in confirms the amounts on the screen', async () => {
  let isSignedIn = false;
  const requests = fakeApi({
    ...SHOP,
    [PLACE]: () =>
      isSignedIn
        ? jsonResponse(ORDER, 201)
        : problemResponse(401, { code: 'unauthenticated', reason: 'session' }),
  });
  const first = await open();
  await fill(first.user);
  await first.user.click(await button());
  await waitFor(() => expect(placed(requests)).toHaveLength(1));
  isSignedIn = true;
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'cus_id=7';
  document.body.replaceChildren();
  const { user } = await open();
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  expect((await village()).value).toBe('Lavi');
  await user.click(await button());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  const bodies = placed(requests).map(({ body }) => body);
  expect(bodies.length).toBeGreaterThan(1);
  for (const body of bodies) expect(body).toMatchObject({ confirmed: CONFIRMED });
});

it.each([
  [409, 'open_orders_limit', { max: 3, used: 3 }, 'You have 3 unpaid orders'],
  [409, 'cash_total_limit', { max: 5_000_000, used: 1 }, 'can total at most ₭5,000,000'],
  [409, 'stock_share_limit', { max: 50, used: 0 }, 'Drill: at most 4 now'],
  [409, 'line_quantity_limit', { max: 1000, used: 0 }, 'At most 1,000 of one product'],
  [429, 'address_orders_limit', { max: 60, used: 60 }, 'Please try again in 60 minutes'],
])('a limit says its figures and offers the chat: %s %s', async (status, reason, limit, text) => {
  const lines =
    reason === 'stock_share_limit' ? [{ pro_id: 104002, requested: 2, available: 4 }] : undefined;
  fakeApi({ ...SHOP, [PLACE]: () => problemResponse(status, { reason, limit, lines }) });
  const { user } = await open();
  await fill(user);
  await user.click(await button());
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain(text);
  expect((await button()).disabled).toBe(false);
  await user.click(within(notice).getByRole('button', { name: 'Ask in the chat' }));
  expect(renderHook(() => useChatWindow()).result.current.mode).toBe('open');
});

it('change agreed to before the quote is not asked again', async () => {
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
  fakeApi({
    ...SHOP,
    'POST /api/auth/checkout/quote': async () => {
      quotes += 1;
      const changed = quotes === 1 ? [change] : [];
      await new Promise((resolve) => setTimeout(resolve, 300));
      return jsonResponse(quote({ changed }));
    },
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Accept and continue' }));
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('quotes share one key until one is shown', async () => {
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
  const { user } = await open();
  await waitFor(() => expect(names()).toHaveLength(1));
  await user.click(screen.getByRole('radio', { name: /Pick up/ }));
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(names()[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(names()[1]).toBe(names()[0]);
  await waitFor(() => expect(sessionStorage.getItem('heuan_checkout_quote')).toBeNull());
  await user.click(screen.getByRole('radio', { name: /Home delivery/ }));
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(names()[2]).not.toBe(names()[0]);
});

it('reduced quantity of buy-now is agreed to once', async () => {
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
  const { user } = await open('/checkout?buyNow=true');
  await user.click(await screen.findByRole('button', { name: 'Accept and continue' }));
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('form keeps its values over a reload', async () => {
  fakeApi(SHOP);
  const first = await open();
  await first.user.type(await village(), 'Lavi');
  document.body.replaceChildren();
  await open();
  expect((await village()).value).toBe('Lavi');
});

it('empty cart is reported', async () => {
  fakeApi({
    ...SHOP,
    'GET /api/auth/cart': () => jsonResponse({ ...CART, count: 0, total: 0, lines: [] }),
  });
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('Your cart is empty');
});

it('visitor is led to the login with a return path', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'cus_id=; max-age=0';
  fakeApi(SHOP);
  const { router } = await open('/checkout?buyNow=true');
  await screen.findByRole('heading', { name: 'at /account/login' });
  expect(router.state.location.search).toHaveProperty('redirect');
});
