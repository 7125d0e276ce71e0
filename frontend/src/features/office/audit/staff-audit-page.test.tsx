// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffAccount } from '@/testing/staff-people';
import { StaffAuditPage } from './StaffAuditPage';
import type { AuditEntry } from './staff-audit-api';

const AUDIT = '/api/staff/audit';
const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  entry_id: '01K1',
  at: '2026-11-21T16:04:12+07:00',
  cus_id: 1,
  name: 'Chantha Phimmasone',
  role: 'manager',
  action: 'PATCH /api/staff/people/{cus_id}',
  subject: '2',
  detail: 'Sisouk Vong: clerk',
  client_address: '172.16.4.21',
  status: 200,
  ...change,
});

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => {};
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(() => vi.restoreAllMocks());

async function open(
  at: string,
  entries: AuditEntry[],
  next: string | null = null,
  language: 'en' | 'la' = 'en',
) {
  const requests = fakeApi({
    [`GET ${AUDIT}`]: () => Response.json({ success: true, data: entries, next_cursor: next }),
    [`GET ${AUDIT}.csv`]: () => new Response('at\r\n'),
    'GET /api/staff/people': () =>
      Response.json({ success: true, data: [staffAccount()], next_cursor: null }),
  });
  const { router } = await renderPage({
    path: '/staff/audit',
    at,
    language,
    page: () => <StaffAuditPage />,
    leadsTo: ['/staff/people', '/staff/orders/$orderId', '/staff/$cusId'],
  });
  return {
    address: () => router.state.location.searchStr,
    lists: () => requests.filter(({ path }) => path === AUDIT).map(({ url }) => url),
    files: () => requests.filter(({ path }) => path === `${AUDIT}.csv`),
  };
}

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Audit log' }))
    .getAllByRole('row')
    .slice(1);

it('entry shows time, person, action, result and address', async () => {
  await open('/staff/audit', [entry()]);
  const [row] = await rows();
  for (const part of ['16:04:12', 'Chantha Phimmasone', 'Changed a role', 'Sisouk Vong: Clerk']) {
    expect(row?.textContent).toContain(part);
  }
  expect(row?.textContent).toContain('Done');
  expect(row?.textContent).toContain('172.16.4.21');
});

it.each([
  [null, 'Not finished'],
  [403, 'Not allowed'],
  [404, 'Not found'],
  [409, 'Conflict'],
  [422, 'Refused'],
  [503, 'Failed'],
])('status %s is shown as "%s"', async (status, word) => {
  await open('/staff/audit', [entry({ status })]);
  expect((await rows())[0]?.textContent).toContain(word);
});

it('route without a text is shown unchanged', async () => {
  await open('/staff/audit', [entry({ action: 'POST /api/staff/new-thing', detail: '' })]);
  expect((await rows())[0]?.textContent).toContain('POST /api/staff/new-thing');
});

it('order is a link to its page', async () => {
  const action = 'POST /api/staff/orders/{order_id}/actions';
  await open('/staff/audit', [entry({ action, subject: '01K9', detail: '' })]);
  const link = within((await rows())[0] as HTMLElement).getByRole('link', { name: '01K9' });
  expect(link.getAttribute('href')).toContain('/staff/orders/01K9');
});

it('log is requested with the filters of the address, which holds filters and page', async () => {
  const { address, lists } = await open('/staff/audit?search=role&from=2026-11-01', [entry()], 'N');
  await rows();
  expect(lists()).toEqual([`${AUDIT}?from=2026-11-01&limit=50&search=role`]);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('?search=role&from=2026-11-01&cursor=N&page=2'));
  screen.getByText('Page 2');
  await userEvent.click(screen.getByRole('button', { name: 'Person' }));
  await userEvent.click(screen.getByRole('button', { name: 'Chantha Phimmasone' }));
  await waitFor(() => expect(address()).toBe('?search=role&cus_id=1&from=2026-11-01'));
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Person, number, action' }));
  await waitFor(() => expect(address()).toBe('?cus_id=1&from=2026-11-01'));
});

it('export has the filters of the list and is downloaded', async () => {
  const create = vi.fn(() => 'blob:audit');
  Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { files } = await open('/staff/audit?cus_id=1', [entry()]);
  await rows();
  await userEvent.click(screen.getAllByRole('button', { name: 'Export CSV' })[0] as HTMLElement);
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  const [file] = files();
  expect(file?.url).toBe(`${AUDIT}.csv?cus_id=1`);
  expect(file?.headers.get('x-api-access-token')).toBe('token');
});

it('search without a match says how to continue', async () => {
  const { address } = await open('/staff/audit?search=unknown', []);
  await screen.findByRole('heading', { name: 'No entry found' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(address()).toBe(''));
  await screen.findByRole('heading', { name: 'Nothing recorded yet' });
});

it('step of an order is named as its button', async () => {
  const action = 'POST /api/staff/orders/{order_id}/actions';
  await open('/staff/audit', [entry({ action, subject: '01K9', detail: 'fail_delivery' })]);
  expect((await screen.findAllByText('Delivery failed')).length).toBeGreaterThan(0);
});

it('order is named by the letters of its number', async () => {
  const action = 'POST /api/staff/orders/{order_id}/actions';
  const subject = '06zcgsg3gts727nqejja2bf084';
  await open('/staff/audit', [entry({ action, subject, detail: '' })]);
  const link = within((await rows())[0] as HTMLElement).getByRole('link', { name: '06ZCGSG3' });
  expect(link.getAttribute('href')).toContain(`/staff/orders/${subject}`);
});

const STEP = 'POST /api/staff/orders/{order_id}/actions';
const EDIT = 'PATCH /api/staff/products/{pro_id}';
const STOCK = 'POST /api/staff/products/{pro_id}/stock';

it.each([
  [STEP, 'hand_over: 204000 kip, cash', 'Handed over: ₭204,000, cash'],
  [
    STEP,
    'receive_return: 116000 kip, 101002 × 2 to stock',
    'Goods came back: ₭116,000, 101002 × 2 (Into stock)',
  ],
  [EDIT, 'price 58000 → 60000, images', 'Price ₭58,000 → ₭60,000, Pictures'],
  [EDIT, 'original_price 500 → none, later_field 7', 'Before reduction ₭500 → —, later_field 7'],
  [
    'POST /api/staff/orders',
    '261130-BYFVZATJ for customer 7, discount 1000 kip',
    '261130-BYFVZATJ · customer 7 · discount ₭1,000',
  ],
  [STOCK, 'count 0, stock 2 → 0', 'Counted 0, Stock 2 → 0'],
])('detail of %s, %j, is shown as %j', async (action, detail, shown) => {
  await open('/staff/audit', [entry({ action, subject: '7', detail })]);
  expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0);
});

/** Each kind of detail, as it is recorded, with its texts in English and Lao. */
const DETAILS: [action: string, detail: string, en: string, la: string, subject?: string][] = [
  [
    STEP,
    'receive_return: 7 × 1 to waste, 12 products in all, delivery fee',
    'Goods came back: 7 × 1 (Waste), 12 products in all, Delivery fee',
    'ຮັບເຄື່ອງສົ່ງຄືນ: 7 × 1 (ເສຍ), ທັງໝົດ 12 ສິນຄ້າ, ຄ່າສົ່ງ',
  ],
  [
    'POST /api/staff/orders/{order_id}/corrections',
    'return: 7 × 1 to waste',
    'Return of goods: 7 × 1 (Waste)',
    'ການຮັບເຄື່ອງຄືນ: 7 × 1 (ເສຍ)',
  ],
  ['PATCH /api/staff/orders/{order_id}', 'phone receiver', 'Phone, Receiver', 'ເບີໂທ, ຜູ້ຮັບ'],
  [
    'PUT /api/staff/orders/{order_id}/lines',
    '7 × 2, 8 × 1 … (12 lines); consent phone; pickup 3',
    '7 × 2, 8 × 1 … (12 lines) · Agreed on the phone · Pick-up 3',
    '7 × 2, 8 × 1 … (12 ລາຍການ) · ຕົກລົງທາງໂທລະສັບ · ຮັບເອງ 3',
  ],
  [
    'PUT /api/staff/orders/{order_id}/delivery-day',
    '2026-11-21 morning',
    '21 Nov 2026, morning',
    '21 ພ.ຈ. 2026, ຕອນເຊົ້າ',
  ],
  ['PUT /api/staff/orders/{order_id}/delivery-day', 'none', 'not planned', 'ຍັງບໍ່ກຳນົດ'],
  [
    'PUT /api/staff/orders/{order_id}/picked-lines',
    '7 × 3 not picked',
    '7 × 3: tick removed',
    '7 × 3: ຍົກເລີກການໝາຍ',
  ],
  [
    'GET /api/staff/orders.csv',
    'status=placed from=2026-11-01 search',
    'State: To confirm · From: 1 Nov 2026 · search',
    'ສະຖານະ: ລໍຖ້າຢືນຢັນ · ແຕ່ວັນທີ: 1 ພ.ຈ. 2026 · ຄຳຄົ້ນ',
  ],
  [
    EDIT,
    'visible 1 → 0, vatrate 7 → 10 (no change)',
    'Visibility Visible → Hidden, VAT in percent 7 → 10 (no change)',
    '',
  ],
  [
    'POST /api/staff/products/bulk',
    'preview of price +3 %, 2 selected: 1 of 2 products changed',
    'Preview: Price +3% · 2 selected products · 1 of 2 products changed',
    '',
  ],
  [
    'POST /api/staff/products/bulk',
    'visible false, by search for cement',
    'Hidden · products found for “cement”',
    '',
  ],
  [
    'POST /api/staff/products/changes/{change_id}/undo',
    '3 products restored, 2 fields kept (only 7)',
    '3 products restored · 2 fields left as they are · product 7 only',
    '',
  ],
  ['POST /api/staff/products/{pro_id}/duplicate', 'as 12', 'Copied to 12', 'ສຳເນົາເປັນ 12'],
  [
    'PUT /api/staff/people/{cus_id}/branch',
    'Kham S: home branch 3 Pakse',
    'Kham S: Home branch Pakse',
    'Kham S: ສາຂາປະຈຳ Pakse',
  ],
  ['POST /api/staff/customers', 'customer 7', 'customer 7', 'ລູກຄ້າ 7'],
  ['POST /api/staff/customers/{cus_id}/points/corrections', '-10', '−10 points', '−10 ຄະແນນ'],
  ['PATCH /api/staff/messages/{contact_id}', 'open', 'Reopened', 'ເປີດຄືນ'],
  [
    'POST /api/staff/outbox/{message_id}/resend',
    'sms order.ready 261130-BYFVZATJ',
    'SMS · Ready · 261130-BYFVZATJ',
    '',
  ],
  ['PUT /api/staff/searches/rules', 'pin cement', 'Pinned: cement', ''],
  [
    'POST /api/staff/imports/{import_id}/apply',
    'prices.csv: products +2 ~12 −0, media +0 ~0 −1, replaces the rest',
    'prices.csv · Products: 2 new, 12 changed · Pictures and documents: 1 removed · replaces everything else',
    '',
  ],
  [
    'PUT /api/staff/content/{kind}/{item_id}',
    'title, published, later_field',
    'Title, Published, later_field',
    '',
    'promotion 3',
  ],
];

it.each(DETAILS)(
  'detail of %s, %j, is understood in English and Lao',
  async (action, detail, en, la, subject = '7') => {
    const given = entry({ action, subject, detail });
    for (const [language, text] of [['en', en] as const, ['la', la] as const]) {
      if (!text) continue;
      await open('/staff/audit', [given], null, language);
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
      cleanup();
    }
  },
);

it.each([
  [STEP, 'constructor: 5 kip'],
  ['POST /api/staff/products/bulk', 'an unknown form'],
  ['POST /api/staff/people', 'Kham S: constructor'],
])('detail of %s of an unknown form, %j, is shown unchanged', async (action, detail) => {
  await open('/staff/audit', [entry({ action, subject: '7', detail })]);
  const shown = detail.replace('5 kip', '₭5');
  expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0);
});

it('subject of content is its kind and id', async () => {
  const action = 'PUT /api/staff/content/{kind}/{item_id}';
  await open('/staff/audit', [entry({ action, subject: 'promotion 3', detail: '' })]);
  expect((await rows())[0]?.textContent).toContain('Promotions · 3');
});

it('failed list shows an error', async () => {
  fakeApi({ [`GET ${AUDIT}`]: () => problemResponse(400, { code: 'invalid_argument' }) });
  await renderPage({ path: '/staff/audit', page: () => <StaffAuditPage /> });
  await screen.findByRole('heading', { name: 'The list could not be loaded' });
});
