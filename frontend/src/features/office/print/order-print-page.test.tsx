// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { emitLive } from '@/shared/live/live-bus';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffOrder } from '@/testing/staff-order';
import { OrderPrintPage } from './OrderPrintPage';

const LOCATIONS = '/api/staff/product-locations';
const COMPANY = {
  name: 'Heuan',
  legal_name: { la: '', en: 'Heuan Ltd' },
  address: { la: '', en: 'Vientiane' },
  hotline: '020 0000 1234',
  tax_number: '',
  email: '',
};
const [LINE] = staffOrder().lines;
const line = (pro_id: number, quantity: number) => ({ ...LINE, pro_id, quantity }) as never;
const FIRST = staffOrder({ lines: [line(103, 2), line(101, 8), line(102, 1)] });
const SECOND = staffOrder({
  order_id: '01K8',
  number: '261121-SECOND22',
  lines: [line(101, 40), line(104, 5)],
});

async function open(orders: string, locate: () => Response) {
  const requests = fakeApi({
    'GET /api/staff/orders/01K9': () => jsonResponse(FIRST),
    'GET /api/staff/orders/01K8': () => jsonResponse(SECOND),
    [`GET ${LOCATIONS}`]: locate,
  });
  await renderPage({
    path: '/staff/orders/print',
    at: `/staff/orders/print?doc=picking&orders=${orders}`,
    page: () => <OrderPrintPage />,
    leadsTo: ['/staff/orders', '/staff/orders/$orderId'],
  });
  const table = await screen.findByRole('table');
  const texts = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
  const requested = () => requests.filter(({ path }) => path === LOCATIONS).map(({ url }) => url);
  return { texts, requested };
}

it.each(['picking', 'note', 'invoice', 'refund', 'credit'])(
  'document %s has a heading for screen readers',
  async (doc) => {
    fakeApi({
      'GET /api/staff/orders/01K9': () => jsonResponse(FIRST),
      [`GET ${LOCATIONS}`]: () => jsonResponse({ locations: {} }),
      'GET /api/v1/company': () => jsonResponse(COMPANY),
    });
    await renderPage({
      path: '/staff/orders/print',
      at: `/staff/orders/print?doc=${doc}&orders=01K9`,
      page: () => <OrderPrintPage />,
      leadsTo: ['/staff/orders', '/staff/orders/$orderId'],
    });
    await screen.findByRole('heading', { level: 1 });
  },
);

it.each([
  ['due', 'To be paid on receipt'],
  ['paid', 'Paid'],
] as const)('invoice of a cash order that is %s says "%s"', async (status, text) => {
  const payment = { ...FIRST.payment, status };
  fakeApi({
    'GET /api/staff/orders/01K9': () => jsonResponse({ ...FIRST, payment }),
    'GET /api/v1/company': () => jsonResponse(COMPANY),
  });
  await renderPage({
    path: '/staff/orders/print',
    at: '/staff/orders/print?doc=invoice&orders=01K9',
    page: () => <OrderPrintPage />,
    leadsTo: ['/staff/orders', '/staff/orders/$orderId'],
  });
  await screen.findByRole('heading', { level: 1 });
  screen.getByText(text);
});

it.each(['note', 'invoice', 'refund'])(
  'document %s names the shop as it was when the order was placed',
  async (doc) => {
    const seller = {
      name: 'Heuan',
      legal_name: { la: '', en: 'Heuan Trading Sole Co' },
      address: { la: '', en: 'Old Market' },
      tax_number: '123456789000',
      contact: { hotline: '021 111 111', customer_service: '', email: 'old@heuan.la' },
    };
    fakeApi({
      'GET /api/staff/orders/01K9': () => jsonResponse({ ...FIRST, seller }),
      'GET /api/v1/company': () =>
        jsonResponse({
          name: 'New name',
          legal_name: { la: '', en: 'New name' },
          address: { la: '', en: 'New address' },
          hotline: '020 0000 1234',
          tax_number: '',
          email: '',
        }),
    });
    await renderPage({
      path: '/staff/orders/print',
      at: `/staff/orders/print?doc=${doc}&orders=01K9`,
      page: () => <OrderPrintPage />,
      leadsTo: ['/staff/orders', '/staff/orders/$orderId'],
    });
    const sheet = (await screen.findByText('Heuan Trading Sole Co')).closest('article');
    for (const text of ['Old Market', '021 111 111', '123456789000']) {
      expect(sheet?.textContent).toContain(text);
    }
    expect(sheet?.textContent).not.toContain('New');
  },
);

it('line is ticked off on the picking list, and the tick of another clerk appears', async () => {
  let first = { ...FIRST, status: 'preparing' as const };
  const requests = fakeApi({
    'GET /api/staff/orders/01K9': () => jsonResponse(first),
    'GET /api/staff/orders/01K8': () => jsonResponse(SECOND),
    [`GET ${LOCATIONS}`]: () => jsonResponse({ locations: {} }),
    'PUT /api/staff/orders/01K9/picked-lines': () => {
      first = { ...first, picked_lines: [{ pro_id: 101, at: first.created_at, by: null }] };
      return jsonResponse({ picked_lines: first.picked_lines });
    },
  });
  await renderPage({
    path: '/staff/orders/print',
    at: '/staff/orders/print?doc=picking&orders=01K9,01K8',
    page: () => <OrderPrintPage />,
    leadsTo: ['/staff/orders', '/staff/orders/$orderId'],
  });
  const box = (row: number) => screen.getAllByRole<HTMLInputElement>('checkbox')[row];
  await screen.findByRole('table');
  // The other order is not being prepared, so that its boxes are for paper only.
  expect(screen.getAllByRole('checkbox')).toHaveLength(3);
  await userEvent.click(box(0) as HTMLInputElement);
  await waitFor(() => expect(box(0)?.checked).toBe(true));
  const bodies = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(bodies).toEqual([{ pro_id: 101, quantity: 8, picked: true }]);
  first = { ...first, picked_lines: [{ pro_id: 102, at: first.created_at, by: null }] };
  emitLive('order_picked', { order_id: '01K9' });
  await waitFor(() => expect([box(0)?.checked, box(1)?.checked]).toEqual([false, true]));
});

it('picking list opened by numbers shows the shared ticks of its lines and changes them', async () => {
  const picked = (pro_id: number) => [{ pro_id, at: FIRST.created_at, by: null }];
  let first = { ...FIRST, status: 'preparing' as const, picked_lines: picked(102) };
  const requests = fakeApi({
    [`GET /api/staff/orders/${FIRST.number}`]: () => jsonResponse(first),
    [`GET /api/staff/orders/${SECOND.number}`]: () => jsonResponse(SECOND),
    'GET /api/staff/orders/01K9': () => jsonResponse(first),
    'GET /api/staff/orders/01K8': () => jsonResponse(SECOND),
    [`GET ${LOCATIONS}`]: () => jsonResponse({ locations: {} }),
    'PUT /api/staff/orders/01K9/picked-lines': () => {
      first = { ...first, picked_lines: [...picked(101), ...picked(102)] };
      return jsonResponse({ picked_lines: first.picked_lines });
    },
  });
  const { router } = await renderPage({
    path: '/staff/orders/print',
    at: `/staff/orders/print?doc=picking&orders=${FIRST.number},${SECOND.number},01K9`,
    page: () => <OrderPrintPage />,
    leadsTo: ['/staff/orders', '/staff/orders/$orderId'],
  });
  await screen.findByRole('table');
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ doc: 'picking', orders: '01K9,01K8' }),
  );
  const ticks = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
  await waitFor(() => expect(ticks()).toEqual([false, true, false]));
  await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLInputElement);
  await waitFor(() => expect(ticks()).toEqual([true, true, false]));
  expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { pro_id: 101, quantity: 8, picked: true },
  ]);
  first = { ...first, picked_lines: picked(103) };
  emitLive('order_picked', { order_id: '01K9' });
  await waitFor(() => expect(ticks()).toEqual([false, false, true]));
});

it('slip of a picking list has the planned day', async () => {
  const planned = { ...FIRST, delivery_day: { day: '2026-11-22', part: 'morning' as const } };
  fakeApi({
    'GET /api/staff/orders/01K9': () => jsonResponse(planned),
    [`GET ${LOCATIONS}`]: () => jsonResponse({ locations: {} }),
  });
  await renderPage({
    path: '/staff/orders/print',
    at: '/staff/orders/print?doc=picking&orders=01K9',
    page: () => <OrderPrintPage />,
    leadsTo: ['/staff/orders', '/staff/orders/$orderId'],
  });
  const day = await screen.findByText('22 Nov, morning');
  expect(day.parentElement?.textContent).toBe('Delivery day: 22 Nov, morning');
});

it('picking list of one order shows and follows the locations of its goods', async () => {
  const { texts, requested } = await open('01K9', () =>
    jsonResponse({ locations: { 101: 'A10', 103: 'A2' } }),
  );
  expect(texts().map(([location]) => location)).toEqual(['A2', 'A10', '–']);
  expect(requested()).toEqual([`${LOCATIONS}?pro_ids=101%2C102%2C103`]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('picking list of several orders has the total of each location with several goods', async () => {
  const { texts } = await open('01K9,01K8', () =>
    jsonResponse({ locations: { 101: 'A1', 103: 'A1', 104: 'B1' } }),
  );
  const totals = texts().filter(([first]) => first?.includes('in all'));
  expect(totals).toEqual([['A1 in all', '50', '10', '40']]);
  expect(texts().map(([location]) => location)).toEqual(['A1', 'A1', 'A1 in all', 'B1', '–']);
});

it('picking list without the catalog is printed with a note that locations are missing', async () => {
  let isDown = true;
  const { texts } = await open('01K9', () =>
    isDown ? problemResponse(503) : jsonResponse({ locations: { 102: 'A1' } }),
  );
  expect(screen.getByRole('alert').textContent).toContain('Locations are missing');
  const print = screen.getByRole<HTMLButtonElement>('button', { name: 'Print' });
  expect(print.disabled).toBe(false);
  expect(texts()).toHaveLength(3);
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await screen.findByText('A1');
});

const note = (number: string) => ({
  number,
  goods: 116_000,
  discount: 6_000,
  delivery_fee: 20_000,
  missing_points_value: 1_000,
  vat: [{ rate: 10, net: 118_182, vat: 11_818, gross: 130_000 }],
});
const returned = (number: string, toStock: number) => ({
  at: `2026-11-2${toStock}T09:00:00+07:00`,
  lines: [{ pro_id: 101002, to_stock: toStock, to_waste: 1, note: null }],
  refund: 129_000,
  delivery_fee: 20_000,
  points_returned: 0,
  points_revoked: 0,
  reason: 'Wrong size',
  branch: null,
  credit_note: note(number),
});
const SELLER = {
  name: 'Heuan',
  legal_name: { la: '', en: 'Heuan Sole Co., Ltd' },
  address: { la: '', en: 'Sikhottabong, Vientiane' },
  tax_number: '998877665',
  contact: null,
};

async function openCredit(search: string) {
  const order = staffOrder({
    seller: SELLER,
    returns: [returned('261121-7K3M9QTX-C1', 1), returned('261121-7K3M9QTX-C3', 2)],
  });
  fakeApi({
    'GET /api/staff/orders/01K9': () => jsonResponse(order),
    'GET /api/v1/company': () => jsonResponse({ ...SELLER, hotline: '020 0000 1234', email: '' }),
  });
  await renderPage({
    path: '/staff/orders/print',
    at: `/staff/orders/print?doc=credit&orders=01K9${search}`,
    page: () => <OrderPrintPage />,
    leadsTo: ['/staff/orders', '/staff/orders/$orderId'],
  });
}

it('credit note has its number, the shop, the returned lines, the VAT, the reason and the refund', async () => {
  await openCredit('&credit=261121-7K3M9QTX-C3');
  await screen.findByRole('heading', { level: 1, name: 'Credit note' });
  const [sheet] = screen.getAllByRole('article');
  const text = sheet?.textContent?.replaceAll(/\s/g, ' ') ?? '';
  for (const part of [
    '261121-7K3M9QTX-C3',
    'Heuan Sole Co., Ltd',
    'Sikhottabong, Vientiane',
    '998877665',
    'Wrong size',
    '3 bag',
    '58,000',
    '174,000',
    '118,182',
    '11,818',
    '20,000',
    '129,000',
  ]) {
    expect(text).toContain(part);
  }
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

it('credit notes without a chosen number are those of all returns', async () => {
  await openCredit('');
  expect(await screen.findAllByRole('heading', { level: 1, name: 'Credit note' })).toHaveLength(2);
});

it('credit note that does not exist shows that there is nothing to print', async () => {
  await openCredit('&credit=261121-7K3M9QTX-C2');
  await screen.findByRole('heading', { level: 1, name: 'Nothing to print' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled).toBe(true);
});
