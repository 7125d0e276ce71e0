// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { orderSummary, possible, staffOrder } from '@/testing/staff-order';
import { staffMe } from '@/testing/staff-people';
import { StaffContext } from '../staff-access';
import { StaffTransfersPage } from './StaffTransfersPage';
import type { StatementLine, TransferCandidate } from './transfers-api';

const ORDERS = '/api/staff/orders';
const payment = { ...staffOrder().payment, method: 'transfer', status: 'pending' } as const;
const order = staffOrder({ payment, actions: [possible('mark_paid')] });
const ID = String(order.order_id);
const summary = orderSummary({
  order_id: ID,
  number: order.number,
  payment: { method: 'transfer', status: 'pending' },
});

const candidate = (change: Partial<TransferCandidate> = {}): TransferCandidate => ({
  order: summary,
  difference: 0,
  has_name: false,
  ...change,
});
const line = (change: Partial<StatementLine> = {}): StatementLine => ({
  line: 1,
  text: '464,000 NOY',
  unread_reason: null,
  amount: 464_000,
  reference: 'FT26325ABCDE',
  derived_reference: null,
  fit: 'exact',
  candidates: [candidate()],
  candidate_count: 1,
  ...change,
});
const unread = (number: number, reason: StatementLine['unread_reason']): StatementLine =>
  line({
    line: number,
    text: 'Date',
    unread_reason: reason,
    amount: 0,
    reference: null,
    fit: null,
    candidates: [],
    candidate_count: 0,
  });

/** The bank number of the line is recorded for another order. */
const RECORDED = {
  field: 'reference',
  reason: 'bank_number_recorded',
  orders: ['261120-7K3M9QTX'],
};

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

/** Opens the page and submits a statement that has these lines, and others once a payment is recorded. */
async function read(
  lines: StatementLine[],
  later: StatementLine[] = [],
  refusals: Response[] = [],
) {
  let isPaid = false;
  const requests = fakeApi({
    [`POST ${ORDERS}/transfer-matches`]: () => jsonResponse(isPaid ? later : lines),
    [`GET ${ORDERS}/${ID}`]: () => jsonResponse(order),
    [`POST ${ORDERS}/${ID}/actions`]: () => {
      const refusal = refusals.shift();
      if (refusal) return refusal;
      isPaid = true;
      return jsonResponse({ ...order, version: order.version + 1 });
    },
  });
  await open();
  await userEvent.type(
    await screen.findByRole('textbox'),
    '464,000 NOY{Control>}{Enter}{/Control}',
  );
  await screen.findByRole('list', { name: 'Lines' });
  const sent = (path: string) =>
    requests.filter((one) => one.path === path).map(({ body }) => body);
  return {
    texts: () => sent(`${ORDERS}/transfer-matches`),
    payments: () => sent(`${ORDERS}/${ID}/actions`),
  };
}

const open = () =>
  renderPage({
    path: '/staff/orders/transfers',
    at: '/staff/orders/transfers',
    page: () => (
      <StaffContext value={staffMe('clerk')}>
        <StaffTransfersPage />
      </StaffContext>
    ),
    leadsTo: ['/staff/orders', '/staff/orders/$orderId'],
  });

it('payment of a line is recorded once it is confirmed', async () => {
  const { texts, payments } = await read([line()], [line({ fit: 'not_awaited' })]);
  expect(texts()).toEqual([{ text: '464,000 NOY' }]);
  screen.getByText('Number and amount fit');
  await userEvent.click(screen.getByRole('button', { name: /^Record payment/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(payments()).toEqual([]);
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /Reference/ }).value).toBe(
    'FT26325ABCDE',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Money received' }));
  await waitFor(() =>
    expect(payments()).toEqual([
      {
        action: 'mark_paid',
        version: order.version,
        method: 'transfer',
        reference: 'FT26325ABCDE',
      },
    ]),
  );
  await screen.findByText('No payment awaited');
  expect(texts()).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^Record payment/ })).toBeNull();
});

it('other amount is shown with its difference and filled in as it came', async () => {
  const differing = line({
    fit: 'different_amount',
    amount: 463_000,
    candidates: [candidate({ difference: -1_000 })],
  });
  const { payments } = await read([differing]);
  screen.getByText(/1,000.*too little/);
  await userEvent.click(screen.getByRole('button', { name: /^Record payment/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Money received' }));
  await waitFor(() => expect(payments()[0]).toMatchObject({ amount: 463_000 }));
});

it('line without a bank number is not offered again once it is recorded', async () => {
  const plain = line({ fit: 'amount_only', reference: null });
  const other = candidate({ order: { ...summary, order_id: 'b', number: '261121-ZZZZZZZZ' } });
  await read([plain], [{ ...plain, candidates: [other] }]);
  await userEvent.click(screen.getByRole('button', { name: /^Record payment/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: /Reference/ }), 'NOY');
  await userEvent.click(dialog.getByRole('button', { name: 'Money received' }));
  await screen.findByText('Recorded already');
  screen.getByText(order.number);
  expect(screen.queryByText('261121-ZZZZZZZZ')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Record payment/ })).toBeNull();
});

const DERIVED = 'LINE04718203948561';

it.each([
  ['left as it is', undefined, DERIVED],
  ['replaced by another text', 'NOY', `NOY ${DERIVED}`],
  ['replaced by a bank number', 'FT26325ZZZZZ', `FT26325ZZZZZ ${DERIVED}`],
])(
  'reference of a line without a bank number is recorded also when it is %s',
  async (_, typed, sent) => {
    const { payments } = await read([line({ reference: null, derived_reference: DERIVED })]);
    await userEvent.click(screen.getByRole('button', { name: /^Record payment/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const reference = dialog.getByRole<HTMLInputElement>('textbox', { name: /Reference/ });
    expect(reference.value).toBe(DERIVED);
    if (typed) {
      await userEvent.clear(reference);
      await userEvent.type(reference, typed);
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Money received' }));
    await waitFor(() => expect(payments()[0]).toMatchObject({ reference: sent }));
  },
);

it('reference of a line with a bank number is recorded with its derived reference', async () => {
  const { payments } = await read([line({ derived_reference: DERIVED })]);
  await userEvent.click(screen.getByRole('button', { name: /^Record payment/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const reference = dialog.getByRole<HTMLInputElement>('textbox', { name: /Reference/ });
  expect(reference.value).toBe('FT26325ABCDE');
  await userEvent.click(dialog.getByRole('button', { name: 'Money received' }));
  const sent = `FT26325ABCDE ${DERIVED}`;
  await waitFor(() => expect(payments()[0]).toMatchObject({ reference: sent }));
});

it('line that cannot be recognized in the next statement says so', async () => {
  await read([
    line({ fit: 'amount_only', reference: null }),
    line({ line: 2, fit: 'amount_only', reference: null, derived_reference: DERIVED }),
    line({ line: 3, fit: 'none', reference: null, candidates: [], candidate_count: 0 }),
    line({ line: 4 }),
  ]);
  expect(screen.getAllByText(/not be recognized in the next statement/)).toHaveLength(1);
});

it('line whose bank number is recorded shows its order without a button', async () => {
  await read([line({ fit: 'recorded' })]);
  screen.getByText('Recorded already');
  screen.getByText(order.number);
  expect(screen.queryByRole('button', { name: /^Record payment/ })).toBeNull();
});

it('recorded bank number is refused with its order until the user says that it is another payment', async () => {
  const { payments } = await read([line()], [], [problemResponse(409, RECORDED)]);
  await userEvent.click(screen.getByRole('button', { name: /^Record payment/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const submit = dialog.getByRole('button', { name: 'Money received' });
  await userEvent.click(submit);
  const warning = (await dialog.findByRole('alert')).textContent;
  expect(warning).toMatch(/FT26325ABCDE.*261120-7K3M9QTX/);
  expect(payments()).toHaveLength(1);
  await userEvent.click(dialog.getByRole('checkbox', { name: /another payment/ }));
  await userEvent.click(submit);
  await waitFor(() => expect(payments()).toHaveLength(2));
  expect(payments()[0]).not.toHaveProperty('repeats_reference');
  expect(payments()[1]).toMatchObject({ reference: 'FT26325ABCDE', repeats_reference: true });
});

it('canceled question records nothing', async () => {
  const { payments } = await read([line()]);
  await userEvent.click(screen.getByRole('button', { name: /^Record payment/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const [cancel] = dialog.getAllByRole('button', { name: /No|Cancel|Back/ });
  await userEvent.click(cancel as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(payments()).toEqual([]);
});

it('unread lines and orders beyond the shown ones are said', async () => {
  await read([
    line({ fit: 'amount_only', candidate_count: 23 }),
    unread(2, 'no_amount'),
    unread(4, 'outgoing'),
  ]);
  screen.getByText('1 line read, 2 not read');
  screen.getByText(/And 22 more orders/);
  screen.getByText('Line 4');
  screen.getByText('Not read: no amount in this line.');
  screen.getByText('Not read: this money left the account.');
});

it('refused statement says why and stays in the field', async () => {
  fakeApi({
    [`POST ${ORDERS}/transfer-matches`]: () => problemResponse(400, { field: 'text' }),
  });
  await open();
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
  const find = screen.getByRole<HTMLButtonElement>('button', { name: 'Find the orders' });
  expect(find.disabled).toBe(true);
  await userEvent.type(field, '1');
  await userEvent.click(find);
  await screen.findByText('The text is too long. Paste fewer lines.');
  expect(field.value).toBe('1');
});
