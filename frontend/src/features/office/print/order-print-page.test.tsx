// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffOrder } from '@/testing/staff-order';
import { OrderPrintPage } from './OrderPrintPage';

const LOCATIONS = '/api/staff/product-locations';
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

it.each(['picking', 'note', 'invoice', 'refund'])(
  'document %s has a heading for screen readers',
  async (doc) => {
    fakeApi({
      'GET /api/staff/orders/01K9': () => jsonResponse(FIRST),
      [`GET ${LOCATIONS}`]: () => jsonResponse({ locations: {} }),
      'GET /api/v1/company': () =>
        jsonResponse({
          name: 'Heuan',
          legal_name: { la: '', en: 'Heuan Ltd' },
          address: { la: '', en: 'Vientiane' },
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
    await screen.findByRole('heading', { level: 1 });
  },
);

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
