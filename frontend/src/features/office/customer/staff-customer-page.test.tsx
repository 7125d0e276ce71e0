// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffAccount, staffMe } from '@/testing/staff-people';
import type { CustomerPoints, CustomerProfile } from '../customers/staff-customers-api';
import { StaffContext } from '../staff-access';
import { StaffCustomerPage } from './StaffCustomerPage';

const ONE = '/api/staff/customers/100001';
const AT = '2026-11-21T15:31:00+07:00';
const profile = (change: Partial<CustomerProfile> = {}): CustomerProfile => ({
  account: staffAccount({ cus_id: 100001, fname: 'Noy', lname: 'Keo', role: 'customer' }),
  block: null,
  sessions: [{ session_id: '0123456789abcdef', device: 'Chrome on Android', last_used_at: AT }],
  notes: [{ note_id: '1', at: AT, by: 'Kham Sy', text: 'calls in the morning' }],
  order_count: 3,
  erasure: null,
  ...change,
});
const POINTS: CustomerPoints = {
  balance: 12,
  next_cursor: null,
  entries: [
    { at: AT, kind: 'corrected', points: 2, order_id: null, reason: 'gift', by: 'Kham Sy' },
    { at: AT, kind: 'earned', points: 10, order_id: '7k3m', reason: null, by: null },
  ],
};

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
});

type Answers = Parameters<typeof fakeApi>[0];

async function open(role: 'clerk' | 'manager', answers: Answers = {}, change = {}) {
  const requests = fakeApi({
    [`GET ${ONE}`]: () => jsonResponse(profile(change)),
    [`GET ${ONE}/points`]: () => jsonResponse(POINTS),
    [`GET ${ONE}/undeliverable`]: () => jsonResponse([]),
    'GET /api/staff/orders': () =>
      Response.json({ success: true, data: [], next_cursor: null, total: 0 }),
    ...answers,
  });
  await renderPage({
    path: '/staff/customers/$cusId',
    at: '/staff/customers/100001',
    page: () => (
      <StaffContext value={staffMe(role)}>
        <StaffCustomerPage />
      </StaffContext>
    ),
    leadsTo: ['/staff/customers', '/staff/orders', '/staff/orders/$orderId', '/staff/$cusId'],
  });
  await screen.findByRole('heading', { name: 'Access' });
  return {
    sent: () => requests.filter(({ method }) => method !== 'GET'),
    orders: () => requests.find(({ path }) => path === '/api/staff/orders')?.url,
  };
}

const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

it('clerk issues a code, which is shown until it is dismissed', async () => {
  const { sent, orders } = await open('clerk', {
    [`POST ${ONE}/reset-code`]: () => jsonResponse({ code: '012345', expires_at: AT }, 201),
  });
  screen.getByText('calls in the morning');
  screen.getByText('Signed in on 1 device');
  expect(await screen.findByText('Kham Sy: gift')).toBeTruthy();
  expect(orders()).toContain('cus_id=100001');
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Code for a new password' }));
  const ask = dialog('Make a code for Noy Keo?');
  await userEvent.click(ask.getByRole('button', { name: 'Make the code' }));
  const heading = await screen.findByRole('heading', { name: 'Code for Noy Keo' });
  expect(document.activeElement).toBe(heading);
  screen.getByText('012345');
  expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual([`POST ${ONE}/reset-code`]);
  await userEvent.click(screen.getByRole('button', { name: 'I have passed it on' }));
  expect(screen.queryByText('012345')).toBeNull();
});

it('manager blocks with a reason, and a refusal is shown in the dialog', async () => {
  const { sent } = await open('manager', {
    [`PUT ${ONE}/block`]: () => problemResponse(409, { reason: 'is_staff' }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Block' }));
  const ask = dialog('Block Noy Keo?');
  await userEvent.click(ask.getByRole('button', { name: 'Block' }));
  await ask.findByText('Enter the reason');
  expect(sent()).toEqual([]);
  await userEvent.type(ask.getByLabelText('Reason, for the staff'), 'three unpaid deliveries');
  await userEvent.click(ask.getByRole('button', { name: 'Block' }));
  await ask.findByText('This is an account of the staff; only managers may do that.');
  expect(sent()[0]?.body).toEqual({ reason: 'three unpaid deliveries' });
});

it('manager gives the account of the page a role', async () => {
  const { sent } = await open('manager', {
    'PATCH /api/staff/people/100001': () => jsonResponse(profile().account),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add to the staff' }));
  const ask = dialog('Add Noy Keo to the staff?');
  await userEvent.click(ask.getByRole('radio', { name: /^Editor/ }));
  await userEvent.click(ask.getByRole('button', { name: 'Add to the staff' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PATCH', '/api/staff/people/100001', { role: 'editor' }],
  ]);
});

it('clerk gives no role', async () => {
  await open('clerk');
  expect(screen.queryByRole('button', { name: 'Add to the staff' })).toBeNull();
});

it('older entries of the ledger are shown on demand', async () => {
  const old = { at: AT, kind: 'earned', points: 77, order_id: 'old', reason: null, by: null };
  await open('clerk', {
    [`GET ${ONE}/points`]: ({ url }) =>
      jsonResponse(
        url.includes('cursor=bmV4dA')
          ? { ...POINTS, entries: [old] }
          : { ...POINTS, next_cursor: 'bmV4dA' },
      ),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier entries' }));
  await screen.findByText('+77');
  expect(screen.getByText('+10')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show earlier entries' })).toBeNull();
});

it('manager corrects points once, and not below zero', async () => {
  let corrections = 0;
  const { sent } = await open('manager', {
    [`POST ${ONE}/points/corrections`]: () => {
      corrections += 1;
      return corrections === 1
        ? problemResponse(503, { code: 'unavailable' })
        : jsonResponse({ balance: 10, entry: POINTS.entries[0] });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Correct' }));
  const form = dialog('Correct the points of Noy Keo');
  const points = form.getByLabelText('Points, with a minus to take some');
  await userEvent.type(points, '-13');
  await userEvent.type(form.getByLabelText('Reason, for the staff'), 'gift returned');
  await userEvent.click(form.getByRole('button', { name: 'Correct' }));
  await form.findByText('The customer has fewer points.');
  await userEvent.clear(points);
  await userEvent.type(points, '-2');
  form.getByText('12 → 10');
  for (let press = 1; press <= 2; press += 1) {
    await userEvent.click(form.getByRole('button', { name: 'Correct' }));
    await waitFor(() => expect(sent().length).toBe(press));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Correct', busy: true })).toBeNull(),
    );
  }
  const bodies = sent().map(({ body }) => body as { points: number; correction_id: string });
  expect(bodies.map(({ points }) => points)).toEqual([-2, -2]);
  expect(bodies[0]?.correction_id).toBe(bodies[1]?.correction_id);
});

it('unknown customer leads back to the list', async () => {
  fakeApi({});
  await renderPage({
    path: '/staff/customers/$cusId',
    at: '/staff/customers/7',
    page: () => <StaffCustomerPage />,
    leadsTo: ['/staff/customers'],
  });
  await screen.findByText('This customer does not exist');
  const back = within(screen.getByRole('alert')).getByRole('link');
  expect(back.getAttribute('href')).toBe('/staff/customers');
});

it('manager erases only after the number is typed, and open orders are explained', async () => {
  const { sent } = await open('manager', {
    [`POST ${ONE}/erasure`]: () => problemResponse(409, { reason: 'open_orders' }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Erase' }));
  const form = dialog('Erase all data of Noy Keo?');
  await userEvent.type(form.getByLabelText('Type the number of the customer: 100001'), '100002');
  await userEvent.click(form.getByRole('button', { name: 'Erase' }));
  await form.findByText('This is not the number of the customer');
  expect(sent()).toEqual([]);
  await userEvent.clear(form.getByLabelText('Type the number of the customer: 100001'));
  await userEvent.type(form.getByLabelText('Type the number of the customer: 100001'), '100001');
  await userEvent.click(form.getByRole('button', { name: 'Erase' }));
  await form.findByText(/^The customer has open orders/);
  expect(sent()[0]?.body).toEqual({ confirm: '100001' });
});

it('clerk clears the mark of an undeliverable address', async () => {
  const marks = [
    { channel: 'sms', recipient: '+8562055512345', detail: '400 no such number', marked_at: AT },
  ];
  const { sent } = await open('clerk', {
    [`GET ${ONE}/undeliverable`]: () => jsonResponse(marks),
    [`DELETE ${ONE}/undeliverable/sms`]: () => {
      marks.pop();
      return jsonResponse({});
    },
  });
  await screen.findByText('Messages do not reach 020 5551 2345 (SMS)');
  screen.getByText('400 no such number');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the mark' }));
  await waitFor(() => expect(screen.queryByText('400 no such number')).toBeNull());
  expect(sent()).toHaveLength(1);
});
