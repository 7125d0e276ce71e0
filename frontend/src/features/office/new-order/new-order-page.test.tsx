// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { customerNumber } from '@/domain/session/customer-number';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { isOff } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { staffOrder } from '@/testing/staff-order';
import { NewOrderPage } from './NewOrderPage';
import { EMPTY_DRAFT, writeDraft } from './order-draft';

const CEMENT = {
  pro_id: 101002,
  pro_name_la: 'ຊີມັງ',
  pro_name_en: 'Portland cement',
  pro_img_cover: '',
  price: 58_000,
  stock: 7,
};
const ACCOUNT = {
  cus_id: 12,
  fname: 'Noy',
  lname: 'Keo',
  phone: '+8562055123456',
  email: '',
  role: 'customer',
  created_at: '2026-11-21T15:31:00+07:00',
};

/** Products by their codes: an id, an EAN-13, an EAN-8 and a SKU that two have. */
const CODES: Record<string, unknown[]> = {
  '101002': [CEMENT],
  '8850000000017': [CEMENT],
  '96385074': [CEMENT],
  'BAG-50': [CEMENT, { ...CEMENT, pro_id: 101003, pro_name_en: 'White cement' }],
};
const codeOf = (url: string) => new URL(url, 'http://shop.invalid').searchParams.get('code') ?? '';

type Quoted = { items: { pro_id: number; quantity: number }[]; discount?: { amount: number } };

function quote({ items, discount }: Quoted) {
  const lines = items.map(({ pro_id, quantity }) => ({
    ...CEMENT,
    pro_id,
    quantity,
    unit_name_la: 'ຖົງ',
    unit_name_en: 'bag',
    vatrate: 10,
    total: 58_000 * Math.min(quantity, 7),
    state: quantity > 7 ? 'insufficient_stock' : 'ok',
    available: 7,
    price_was: null,
  }));
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0);
  const off = Math.min(discount?.amount ?? 0, subtotal);
  return {
    lines,
    totals: {
      subtotal,
      points_discount: 0,
      discount: off,
      delivery_fee: 0,
      free_delivery_from: 0,
      total: subtotal - off,
      vat: [],
      points_used: 0,
      points_earned: 0,
    },
    points_balance: 0,
    point_value: 1000,
    payment_methods: ['cod', 'transfer'],
    changed: [],
    cart_version: null,
  };
}

beforeEach(() => {
  sessionStorage.clear();
  HTMLDialogElement.prototype.showModal = () => {};
  Element.prototype.scrollIntoView = () => {};
});

async function open(
  place: () => Response = () => jsonResponse(staffOrder(), 201),
  answers: Parameters<typeof fakeApi>[0] = {},
  at = '/staff/orders/new',
) {
  const requests = fakeApi({
    'GET /api/staff/product-codes': ({ url }) => jsonResponse(CODES[codeOf(url)] ?? []),
    'GET /api/v1/search-product': () =>
      Response.json({ success: true, total: 1, products: [CEMENT] }),
    'GET /api/v1/branch': () => jsonResponse([]),
    'GET /api/staff/customers': () =>
      Response.json({
        success: true,
        data: [{ account: ACCOUNT, blocked_at: null, order_count: 3 }],
        next_cursor: null,
      }),
    'POST /api/staff/orders/quote': ({ body }) => jsonResponse(quote(body as Quoted)),
    'POST /api/staff/orders': place,
    ...answers,
  });
  await renderPage({
    path: '/staff/orders/new',
    at,
    page: () => <NewOrderPage />,
    leadsTo: ['/staff/orders', '/staff/orders/$orderId', '/staff/customers/$cusId'],
  });
  const placed = () =>
    requests.filter(({ method, path }) => method === 'POST' && path === '/api/staff/orders');
  return { placed };
}

const finder = () => screen.findByRole('combobox', { name: 'Product or code' });
const lines = () => screen.getByRole('list', { name: 'Items' });
const placeButton = () =>
  screen.getAllByRole('button', { name: /^Place the order/ })[0] as HTMLElement;

async function fill() {
  await userEvent.type(await finder(), '101002{Enter}');
  await waitFor(() => within(lines()).getByText('Portland cement'));
  await userEvent.type(screen.getByRole('combobox', { name: 'Phone or name' }), '5512 3456');
  await userEvent.click(await screen.findByRole('option', { name: /Noy Keo/ }));
  await userEvent.selectOptions(screen.getByLabelText('Province'), 'Sekong');
  await userEvent.selectOptions(screen.getByLabelText('District'), 'Lamam');
  await userEvent.type(screen.getByLabelText('Village'), 'Lavi');
}

it('order is placed with the amounts of its quote, once for a double press', async () => {
  const { placed } = await open();
  await fill();
  await userEvent.type(screen.getByLabelText('Discount, kip'), '8,000');
  await userEvent.type(screen.getByLabelText('Reason for the discount'), 'Old customer');
  await screen.findAllByText(/₭50,000/);
  await userEvent.dblClick(placeButton());
  await screen.findByRole('heading', { name: 'at /staff/orders/$orderId' });
  expect(placed()).toHaveLength(1);
  expect(placed()[0]?.body).toEqual({
    cus_id: 12,
    items: [{ pro_id: 101002, quantity: 1 }],
    phone: '020 5512 3456',
    delivery: {
      method: 'delivery',
      province: 'ເຊກອງ',
      district: 'ລະມາມ',
      village: 'Lavi',
      note: '',
    },
    payment: { method: 'cod' },
    discount: { amount: 8000, reason: 'Old customer' },
    confirmed: {
      prices: [{ pro_id: 101002, price: 58_000 }],
      points_discount: 0,
      delivery_fee: 0,
      total: 50_000,
    },
  });
  expect(sessionStorage.getItem('heuan.office.new-order')).toBeNull();
});

it('search result is added by arrow keys and Enter, an unknown code is reported', async () => {
  await open();
  const input = await finder();
  await userEvent.type(input, 'cem');
  await screen.findByRole('option', { name: /Portland cement/ });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => within(lines()).getByText('Portland cement'));
  expect((input as HTMLInputElement).value).toBe('');
  await userEvent.type(input, '999{Enter}');
  await screen.findByText('No product has the code 999');
  await userEvent.keyboard('888');
  expect((input as HTMLInputElement).value).toBe('888');
});

it.each(['8850000000017', '96385074'])(
  'scanned barcode %s is added by its own Enter',
  async (code) => {
    await open();
    const input = await finder();
    await userEvent.type(input, `${code}{Enter}`);
    await waitFor(() => within(lines()).getByText('Portland cement'));
    expect((input as HTMLInputElement).value).toBe('');
    await screen.findByText('Portland cement was added');
  },
);

it('code of several products offers them, and the next scan replaces it', async () => {
  await open();
  const input = await finder();
  await userEvent.type(input, 'BAG-50{Enter}');
  await screen.findByText('More than one product has the code BAG-50. Choose one.');
  await userEvent.click(await screen.findByRole('option', { name: /White cement/ }));
  await waitFor(() => within(lines()).getByText('White cement'));
  expect((input as HTMLInputElement).value).toBe('');
});

it('insufficient stock and missing fields prevent sending the order', async () => {
  const { placed } = await open();
  await userEvent.type(await finder(), '101002{Enter}');
  const quantity = await screen.findByRole('textbox', { name: 'Quantity of Portland cement' });
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '9');
  await screen.findByText('Only 7 bags in stock');
  await userEvent.click(placeButton());
  await screen.findByText('Choose the customer');
  expect(placed()).toHaveLength(0);
});

it('changed price is reported and the entered values are kept', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { placed } = await open(() => problemResponse(409, { reason: 'price_changed' }));
  await fill();
  await waitFor(() => expect(placeButton().textContent).toContain('₭58,000'));
  await userEvent.click(placeButton());
  await screen.findByText('A price has changed. Tell the customer the new total.');
  expect(placed()).toHaveLength(1);
  expect((screen.getByLabelText('Village') as HTMLInputElement).value).toBe('Lavi');
});

it.each(['0', 'abc', '1e9'])(
  'quantity typed as %s places no order and has the focus',
  async (text) => {
    const { placed } = await open();
    await fill();
    await screen.findAllByText(/₭58,000/);
    const box = screen.getByRole<HTMLInputElement>('textbox', {
      name: 'Quantity of Portland cement',
    });
    await userEvent.clear(box);
    await userEvent.type(box, text);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await userEvent.click(placeButton());
    expect(placed()).toHaveLength(0);
    expect(document.activeElement).toBe(box);
    expect(box.value).toBe(text);
    await userEvent.clear(box);
    await userEvent.type(box, '3');
    await screen.findAllByText(/₭174,000/);
    await waitFor(() => expect(isOff(placeButton())).toBe(false));
    await userEvent.click(placeButton());
    await screen.findByRole('heading', { name: 'at /staff/orders/$orderId' });
    expect(placed()[0]?.body).toMatchObject({ items: [{ pro_id: 101002, quantity: 3 }] });
  },
);

it('discount above the goods is refused beside the field as it is typed', async () => {
  const { placed } = await open();
  await fill();
  await userEvent.type(screen.getByLabelText('Reason for the discount'), 'Old customer');
  await userEvent.type(screen.getByLabelText('Discount, kip'), '9,999,999');
  await screen.findByText('The discount is more than the goods cost');
  await userEvent.click(placeButton());
  expect(placed()).toHaveLength(0);
});

it('customer search that failed is repeated by button and by Enter, and chooses no new customer', async () => {
  let fails = true;
  await open(undefined, {
    'GET /api/staff/customers': () =>
      fails
        ? problemResponse(400, { code: 'invalid_argument' })
        : Response.json({
            success: true,
            data: [{ account: ACCOUNT, blocked_at: null, order_count: 3 }],
            next_cursor: null,
          }),
  });
  const field = await screen.findByRole('combobox', { name: 'Phone or name' });
  await userEvent.type(field, 'noy');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The customers could not be searched',
  );
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Try again' });
  expect(field.isConnected).toBe(true);
  fails = false;
  screen.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Noy Keo/ });
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('alert')).toBeNull();
});

const OF_CUSTOMER = '/staff/orders/new?cus_id=12';

it('customer in the address who fails to load is fetched again, and no order is placed meanwhile', async () => {
  let fails = true;
  const other = { cus_id: 9, name: 'Bounmy', phone: '' };
  writeDraft(customerNumber(), {
    ...EMPTY_DRAFT,
    customer: other,
    lines: [{ ...CEMENT, quantity: 1 }],
    phone: '020 5512 3456',
    province: 'ເຊກອງ',
    district: 'ລະມາມ',
    village: 'Lavi',
  });
  const { placed } = await open(
    undefined,
    {
      'GET /api/staff/customers/12': () =>
        fails
          ? problemResponse(400)
          : jsonResponse({ account: ACCOUNT, block: null, erasure: null }),
    },
    OF_CUSTOMER,
  );
  expect((await screen.findByRole('alert')).textContent).toBe('Customer 12 could not be loaded');
  expect(screen.queryByText('Bounmy')).toBeNull();
  await waitFor(() => expect(placeButton().textContent).toContain('₭58,000'));
  await userEvent.click(placeButton());
  await screen.findByText('Choose the customer');
  // The field with the error gets the focus in the next frame.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
  expect(placed()).toHaveLength(0);
  fails = false;
  screen.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
  const customer = await screen.findByRole('link', { name: 'Noy Keo' });
  await waitFor(() => expect(document.activeElement).toBe(customer));
  expect(screen.queryByRole('alert')).toBeNull();
  // The quote is that of the customer.
  await waitFor(() => expect(placeButton().textContent).toContain('₭58,000'));
  await userEvent.click(placeButton());
  await waitFor(() => expect(placed()[0]?.body).toMatchObject({ cus_id: 12 }));
});

it('customer chosen instead of the one in the address who failed to load stays, without a note', async () => {
  const mali = { ...ACCOUNT, cus_id: 9, fname: 'Mali' };
  await open(
    undefined,
    {
      'GET /api/staff/customers/12': () => problemResponse(400),
      'GET /api/staff/customers': () =>
        Response.json({
          success: true,
          data: [{ account: mali, blocked_at: null, order_count: 0 }],
          next_cursor: null,
        }),
    },
    OF_CUSTOMER,
  );
  await screen.findByRole('alert');
  await userEvent.type(screen.getByRole('combobox', { name: 'Phone or name' }), 'mali');
  await userEvent.click(await screen.findByRole('option', { name: /Mali Keo/ }));
  await screen.findByRole('link', { name: 'Mali Keo' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('blocked customer in the address is not chosen, and the page says why', async () => {
  await open(
    undefined,
    {
      'GET /api/staff/customers/12': () =>
        jsonResponse({ account: ACCOUNT, block: { reason: 'Unpaid' }, erasure: null }),
    },
    OF_CUSTOMER,
  );
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The customer is blocked or being erased.',
  );
  expect(screen.queryByRole('link', { name: 'Noy Keo' })).toBeNull();
});
