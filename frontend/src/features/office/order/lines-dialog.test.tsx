// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffOrder } from '@/testing/staff-order';
import type { LinesPreview, StaffOrder } from '../staff-order-types';
import { StaffOrderPage } from './StaffOrderPage';

const PATH = '/api/staff/orders/01K9';
const PIPE = {
  pro_id: 401011,
  pro_name_la: 'ທໍ່',
  pro_name_en: 'Pipe',
  pro_img_cover: '',
  unit_name_la: '',
  unit_name_en: '',
  price: 12_000,
  stock: 30,
};

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

/** Preview response for the lines in the address. */
function previewOf(url: string, order: StaffOrder): LinesPreview {
  const requests = new URL(url, 'http://shop.invalid').searchParams.get('lines') ?? '';
  const lines = requests.split(',').map((part) => {
    const [proId = 0, quantity = 0] = part.split(':').map(Number);
    const before = order.lines.find(({ pro_id }) => pro_id === proId);
    const line = before ?? { ...PIPE, vatrate: 10, quantity: 0, total: 0 };
    const total = line.price * quantity;
    return { ...line, quantity, total, quantity_before: before?.quantity ?? 0, available: 12 };
  });
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  const paid = order.received > 0;
  return {
    version: order.version,
    lines,
    totals_before: order.totals,
    totals: { ...order.totals, subtotal: total, total },
    refund: paid ? Math.max(0, order.received - total) : 0,
    due: paid ? Math.max(0, total - order.received) : total,
    points_returned: 0,
    points_earned: paid && total < order.received ? -1 : 0,
    missing_points_value: 0,
  };
}

type Answers = Parameters<typeof fakeApi>[0];

async function open(order: StaffOrder, answers: Answers = {}) {
  const requests = fakeApi({
    [`GET ${PATH}`]: () => jsonResponse(order),
    [`GET ${PATH}/lines-preview`]: ({ url }) => jsonResponse(previewOf(url, order)),
    [`PUT ${PATH}/lines`]: () => jsonResponse({ ...order, version: 4 }),
    'GET /api/v1/product/401011': () => jsonResponse(PIPE),
    'GET /api/staff/product-codes': () => jsonResponse([PIPE]),
    ...answers,
  });
  await renderPage({
    path: '/staff/orders/$orderId',
    at: '/staff/orders/01K9',
    page: () => <StaffOrderPage />,
    leadsTo: ['/staff/orders', '/staff/$cusId', '/staff/orders/print'],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change items' }));
  const puts = () =>
    requests.filter(({ method, path }) => method === 'PUT' && !path.endsWith('/presence'));
  return { sent: () => puts().map(({ body }) => body), keys: () => puts().map(keyOf) };
}

const keyOf = ({ headers }: { headers: Headers }) => headers.get('idempotency-key');
const dialog = () => within(screen.getByRole('dialog', { name: /^Change the items/ }));
const save = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Change the items' });
const quantity = (name = 'Portland cement') =>
  dialog().getByRole<HTMLInputElement>('textbox', { name: `Quantity of ${name}` });
const agree = (how = 'phone') =>
  userEvent.selectOptions(dialog().getByLabelText('How the customer agreed to fewer items'), how);
const saves = () => waitFor(() => expect(save().disabled).toBe(false));

it('changed quantity and scanned product are sent with the displayed total', async () => {
  const { sent } = await open(staffOrder());
  expect(save().disabled).toBe(true);
  await userEvent.clear(quantity());
  await userEvent.type(quantity(), '5');
  await userEvent.type(
    dialog().getByRole('combobox', { name: 'Product or code' }),
    '401011{Enter}',
  );
  await dialog().findByText('Pipe');
  dialog().getByText('8 → 5');
  await dialog().findByText('The customer pays ₭302,000 on receipt.');
  await userEvent.type(dialog().getByLabelText('Reason, for the history of the order'), 'Called');
  expect(save().disabled).toBe(true);
  dialog().getByText(/Choose how the customer agreed/);
  await agree('in_person');
  await saves();
  await userEvent.click(save());
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        version: 3,
        lines: [
          { pro_id: 101002, quantity: 5 },
          { pro_id: 401011, quantity: 1 },
        ],
        expected_total: 302_000,
        reason: 'Called',
        consent: 'in_person',
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('refund and points of a paid order are shown before the change', async () => {
  const payment = { ...staffOrder().payment, status: 'paid' } as const;
  await open(staffOrder({ payment, received: 464_000 }));
  await userEvent.click(dialog().getByRole('button', { name: /^Fewer: / }));
  await dialog().findByText('₭58,000 is to be refunded.');
  dialog().getByText('1 earned point is taken back.');
  await userEvent.clear(quantity());
  await userEvent.type(quantity(), '10');
  await dialog().findByText(/^₭116,000 is still to be collected/);
});

it('order without items cannot be saved, and a removed line is put back', async () => {
  await open(staffOrder());
  await userEvent.click(dialog().getByRole('button', { name: 'Remove Portland cement' }));
  expect(dialog().getByRole('alert').textContent).toMatch(/at least one item/);
  expect(save().disabled).toBe(true);
  await userEvent.click(dialog().getByRole('button', { name: 'Put back Portland cement' }));
  expect(quantity().value).toBe('8');
});

it('line of insufficient stock shows the available units', async () => {
  const { sent } = await open(staffOrder());
  await userEvent.clear(quantity());
  await userEvent.type(quantity(), '13');
  expect((await dialog().findByRole('alert')).textContent).toBe('At most 12 bags');
  await saves();
  await userEvent.click(save());
  await dialog().findByText(/There is less in stock than ordered/);
  expect(sent()).toEqual([]);
});

it('lost response is retried with its key, and a refused change gets a new key', async () => {
  const answers = [
    () => problemResponse(503, { code: 'unavailable' }),
    () => problemResponse(409, { reason: 'stock_short' }),
    () => jsonResponse({ ...staffOrder(), version: 4 }),
  ];
  const { keys } = await open(staffOrder(), {
    [`PUT ${PATH}/lines`]: () => answers.shift()?.() ?? problemResponse(500),
  });
  await userEvent.click(dialog().getByRole('button', { name: /^Fewer: / }));
  await agree();
  await saves();
  await userEvent.click(save());
  await waitFor(() => expect(keys()).toHaveLength(1));
  await saves();
  await userEvent.click(save());
  await dialog().findByText(/There is less in stock than ordered/);
  await saves();
  await userEvent.click(save());
  await waitFor(() => expect(keys()).toHaveLength(3));
  const [first, second, third] = keys();
  expect([first === second, second === third]).toEqual([true, false]);
});

it('refused total names the products with another price, and the next attempt has the new one', async () => {
  let price = PIPE.price;
  const preview = (url: string) => {
    const before = previewOf(url, staffOrder());
    const lines = before.lines.map((line) =>
      line.pro_id === PIPE.pro_id ? { ...line, price, total: price * line.quantity } : line,
    );
    const total = lines.reduce((sum, line) => sum + line.total, 0);
    return { ...before, lines, totals: { ...before.totals, subtotal: total, total }, due: total };
  };
  const { sent } = await open(staffOrder(), {
    [`GET ${PATH}/lines-preview`]: ({ url }) => jsonResponse(preview(url)),
    [`PUT ${PATH}/lines`]: () => {
      if (price !== PIPE.price) return jsonResponse({ ...staffOrder(), version: 4 });
      price = 13_000;
      const lines = [
        { pro_id: 101002, requested: 8, available: 12, price_was: 58_000, price_now: 58_000 },
        { pro_id: PIPE.pro_id, requested: 1, available: 12, price_was: null, price_now: price },
      ];
      return problemResponse(409, { reason: 'total_changed', lines });
    },
  });
  await userEvent.type(
    dialog().getByRole('combobox', { name: 'Product or code' }),
    '401011{Enter}',
  );
  await dialog().findByText('Pipe');
  await saves();
  await userEvent.click(save());
  const changed = within(await dialog().findByRole('list', { name: 'New prices' }));
  expect(changed.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Pipe ₭12,000 → ₭13,000',
  ]);
  await dialog().findByText('The customer pays ₭477,000 on receipt.');
  await saves();
  await userEvent.click(save());
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().map((body) => (body as { expected_total: number }).expected_total)).toEqual([
    476_000, 477_000,
  ]);
});

it('change by another clerk is shown, and the entered values are kept', async () => {
  const changed = staffOrder({ version: 4, status: 'preparing' });
  await open(staffOrder(), {
    [`PUT ${PATH}/lines`]: () => problemResponse(409, { reason: 'order_changed', order: changed }),
  });
  await userEvent.click(dialog().getByRole('button', { name: /^Fewer: / }));
  await agree();
  await saves();
  await userEvent.click(save());
  await waitFor(() => expect(document.querySelector('dialog [data-order-changed]')).not.toBeNull());
  expect(quantity().value).toBe('7');
  expect(save().disabled).toBe(true);
});

it('failed calculation of the total shows an error with a retry', async () => {
  const answers = [() => problemResponse(503, { code: 'unavailable' })];
  await open(staffOrder(), {
    [`GET ${PATH}/lines-preview`]: ({ url }) =>
      answers.shift()?.() ?? jsonResponse(previewOf(url, staffOrder())),
  });
  await dialog().findByText('The new total could not be calculated');
  await userEvent.click(dialog().getByRole('button', { name: 'Try again' }));
  await dialog().findByText('The customer pays ₭464,000 on receipt.');
});

it('order whose items cannot be changed shows the reason, and a closed one has no button', async () => {
  fakeApi({
    [`GET ${PATH}`]: () => jsonResponse(staffOrder({ lines_blocked_reason: 'stock_pending' })),
  });
  const page = {
    path: '/staff/orders/$orderId',
    at: '/staff/orders/01K9',
    page: () => <StaffOrderPage />,
    leadsTo: ['/staff/orders', '/staff/$cusId', '/staff/orders/print'],
  };
  await renderPage(page);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change items' });
  expect(button.disabled).toBe(true);
  screen.getByText('The items can be changed once their stock is updated.');
});

vi.stubGlobal('scrollTo', () => {});

it.each(['0', 'abc'])('quantity typed as %s changes no items and has the focus', async (text) => {
  const { sent } = await open(staffOrder());
  const product = dialog().getByRole('combobox', { name: 'Product or code' });
  await userEvent.type(product, '401011{Enter}');
  await dialog().findByText('Pipe');
  await userEvent.clear(quantity());
  await userEvent.type(quantity(), text);
  await saves();
  await userEvent.click(save());
  expect(sent()).toEqual([]);
  expect(document.activeElement).toBe(quantity());
  expect(quantity().value).toBe(text);
});
