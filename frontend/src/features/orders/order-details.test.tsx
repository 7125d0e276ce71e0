// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Invoice } from '@/domain/orders/Invoice';
import type { Order } from '@/domain/orders/order-types';
import { ARABIC } from '@/testing/arabic';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderIn } from '@/testing/render-in';
import { renderPage } from '@/testing/render-page';
import { OrderAside } from './OrderAside';
import { OrderFacts } from './OrderFacts';
import { OrderHistory } from './OrderHistory';

const order = (change: object = {}) =>
  ({
    order_id: '01K9',
    number: '261121-7K3M9QTX',
    status: 'placed',
    created_at: '2026-11-21T08:00:00+07:00',
    phone: '+8562055123456',
    customer_name: 'Noy Keo',
    refund: 0,
    received: 1_000_000,
    refunded: 0,
    waived: 0,
    points_earned: 5,
    refunds: [],
    returns: [],
    return_request: null,
    lines: [],
    totals: {
      subtotal: 1_000_000,
      points_discount: 0,
      delivery_fee: 0,
      free_delivery_from: 500_000,
      total: 1_000_000,
      vat: [],
      points_used: 0,
      points_earned: 5,
    },
    delivery: {
      method: 'delivery',
      province: 'Vientiane',
      district: 'Xaythany',
      village: 'Dongdok',
    },
    payment: { method: 'qr', status: 'paid', reference: 'R1' },
    history: [],
    can_cancel: false,
    delivery_day: null,
    ...change,
  }) as unknown as Order;

const rows = () =>
  screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

it('refund reduced by spent points shows paid, deducted and refunded amounts', async () => {
  const payment = { method: 'qr', status: 'refunded' };
  await renderIn(
    'en',
    <OrderAside
      order={order({ status: 'cancelled', refund: 997_000, refunded: 997_000, payment })}
    />,
  );
  expect(rows().slice(-3)).toEqual([
    'Paid: ₭1,000,000.00',
    'Points already spent: ₭−3,000.00',
    'Refunded: ₭997,000.00',
  ]);
});

it('planned day is in the facts of the order', async () => {
  const planned = (part: string | null, method: string) =>
    order({ delivery_day: { day: '2026-11-22', part }, delivery: { method } });
  await renderIn('en', <OrderFacts order={planned('morning', 'delivery')} />);
  expect(rows()).toContain('Delivery day: 22 November 2026, morning');
  await renderIn('en', <OrderFacts order={planned(null, 'pickup')} />);
  expect(rows()).toContain('Pick-up day: 22 November 2026');
});

it('returned goods are in the history, and each refund names its cause', async () => {
  const at = '2026-11-23T09:00:00+07:00';
  const returned = order({
    status: 'completed',
    refund: 350_000,
    refunded: 50_000,
    refunds: [
      { at: '2026-11-22T09:00:00+07:00', amount: 50_000, cause: 'goodwill' },
      { at, amount: 300_000, cause: 'return' },
    ],
    returns: [{ at, lines: [], refund: 300_000 }],
    history: [
      { status: 'completed', at: '2026-11-21T10:00:00+07:00', delivery_method: 'delivery' },
    ],
    payment: { method: 'cod', status: 'refund_due' },
  });
  await renderIn(
    'en',
    <>
      <OrderAside order={returned} />
      <OrderHistory order={returned} />
    </>,
  );
  expect(rows().slice(-5)).toEqual([
    'Paid: ₭1,000,000.00',
    'Goodwill: ₭50,000.00',
    'Returned items: ₭300,000.00',
    'Refunded: ₭50,000.00',
    'Refund on its way: ₭300,000.00',
  ]);
  expect(entries().at(-1)).toMatch(/^Return received.*09:00/);
});

const creditNote = (value: number) => ({ missing_points_value: value });

it('spent points that reduce the refund of a return or of changed items are below it', async () => {
  const spent = order({
    status: 'completed',
    refund: 593_000,
    refunds: [
      {
        at: '2026-11-21T09:00:00+07:00',
        amount: 196_000,
        cause: 'changed',
        missing_points_value: 4_000,
      },
      { at: '2026-11-23T09:00:00+07:00', amount: 297_000, cause: 'return' },
      { at: '2026-11-24T09:00:00+07:00', amount: 100_000, cause: 'return' },
    ],
    returns: [
      { at: '2026-11-23T09:00:00+07:00', refund: 297_000, credit_note: creditNote(3_000) },
      { at: '2026-11-24T09:00:00+07:00', refund: 100_000, credit_note: creditNote(0) },
    ],
    payment: { method: 'cod', status: 'refund_due' },
  });
  await renderIn('en', <OrderAside order={spent} />);
  expect(rows().slice(-7)).toEqual([
    'Paid: ₭1,000,000.00',
    expect.stringMatching(/: ₭200,000.00$/),
    'Points already spent: ₭−4,000.00',
    'Returned items: ₭300,000.00',
    'Points already spent: ₭−3,000.00',
    'Returned items: ₭100,000.00',
    'Refund on its way: ₭593,000.00',
  ]);
});

it('refund that spent points use up is explained without a refund', async () => {
  const at = '2026-11-23T09:00:00+07:00';
  const spent = order({
    status: 'completed',
    returns: [{ at, refund: 0, credit_note: creditNote(3_000) }],
  });
  await renderIn('en', <OrderAside order={spent} />);
  expect(rows().slice(-3)).toEqual([
    'Paid: ₭1,000,000.00',
    'Returned items: ₭3,000.00',
    'Points already spent: ₭−3,000.00',
  ]);
});

it('underpaid order shows the amount due', async () => {
  const payment = { method: 'transfer', status: 'underpaid' };
  const amounts = { received: 900_000, unpaid: 100_000, excess: 0 };
  await renderIn('en', <OrderAside order={order({ ...amounts, payment })} />);
  expect(rows().slice(-2)).toEqual(['Paid so far: ₭900,000.00', 'Still to pay: ₭100,000.00']);
});

it('order without points, such as one that has ended, has no future points', async () => {
  await renderIn('en', <OrderAside order={order({ status: 'cancelled', points_earned: 0 })} />);
  expect(rows().join()).not.toContain('You will earn');
});

it('order of which goods came back shows the points of what is kept', async () => {
  await renderIn('en', <OrderAside order={order({ status: 'completed', points_earned: 2 })} />);
  expect(rows()).toContain('You will earn: 2 points');
});

it('open order shows its future points', async () => {
  await renderIn('en', <OrderAside order={order()} />);
  expect(rows()).toContain('You will earn: 5 points');
});

const entries = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('payment step is "Paid" at the time of the payment', async () => {
  const history = [
    { status: 'awaiting_payment', at: '2026-11-21T08:00:00+07:00' },
    { status: 'placed', at: '2026-11-21T08:05:00+07:00' },
  ];
  await renderIn('en', <OrderHistory order={order({ history })} />);
  expect(entries()[0]).toMatch(/^Paid.*08:05/);
  expect(entries()[1]).toMatch(/^Order received.*08:05/);
});

it('payment step without a payment stays open', async () => {
  const history = [
    { status: 'awaiting_payment', at: '2026-11-21T08:00:00+07:00' },
    { status: 'expired', at: '2026-11-21T08:15:00+07:00' },
  ];
  await renderIn('en', <OrderHistory order={order({ status: 'expired', history })} />);
  expect(entries()[0]).toMatch(/^Awaiting payment.*08:00/);
});

it('delivery in preparation has two steps ahead', async () => {
  const history = [
    { status: 'placed', at: '2026-11-21T08:00:00+07:00' },
    { status: 'preparing', at: '2026-11-21T08:10:00+07:00' },
  ];
  await renderIn('en', <OrderHistory order={order({ status: 'preparing', history })} />);
  expect(entries()).toEqual([
    expect.stringMatching(/^Order received/),
    expect.stringMatching(/^Being prepared.*08:10/),
    'Ready, upcoming',
    'On its way, upcoming',
    'Received, upcoming',
  ]);
});

it('failed delivery is shown, followed by another delivery step', async () => {
  const history = [
    { status: 'placed', at: '2026-11-21T08:00:00+07:00' },
    { status: 'delivering', at: '2026-11-21T10:00:00+07:00' },
    { status: 'delivery_failed', at: '2026-11-21T11:00:00+07:00' },
  ];
  await renderIn('en', <OrderHistory order={order({ status: 'delivery_failed', history })} />);
  expect(entries().slice(1)).toEqual([
    expect.stringMatching(/^On its way.*10:00/),
    expect.stringMatching(/^Delivery failed.*11:00/),
    'On its way, upcoming',
    'Received, upcoming',
  ]);
});

it('failed delivery that is picked up now is ready at the branch next', async () => {
  const history = [
    { status: 'placed', at: '2026-11-21T08:00:00+07:00' },
    { status: 'delivery_failed', at: '2026-11-21T11:00:00+07:00' },
  ];
  const delivery = { ...order().delivery, method: 'pickup' as const };
  await renderIn(
    'en',
    <OrderHistory order={order({ status: 'delivery_failed', history, delivery })} />,
  );
  expect(entries().slice(2)).toEqual(['Ready at the branch, upcoming', 'Received, upcoming']);
});

it('steps before a delivery became a pickup keep the name of the delivery', async () => {
  const delivered = { delivery_method: 'delivery' };
  const history = [
    { status: 'placed', at: '2026-11-21T08:00:00+07:00', ...delivered },
    { status: 'ready', at: '2026-11-21T09:00:00+07:00', ...delivered },
    { status: 'delivering', at: '2026-11-21T10:00:00+07:00', ...delivered },
    { status: 'delivery_failed', at: '2026-11-21T11:00:00+07:00', ...delivered },
    { status: 'ready', at: '2026-11-21T12:00:00+07:00', delivery_method: 'pickup' },
  ];
  const delivery = { ...order().delivery, method: 'pickup' as const };
  await renderIn('en', <OrderHistory order={order({ status: 'ready', history, delivery })} />);
  expect(entries().slice(1)).toEqual([
    expect.stringMatching(/^Ready(?! at the branch).*09:00/),
    expect.stringMatching(/^On its way/),
    expect.stringMatching(/^Delivery failed/),
    expect.stringMatching(/^Ready at the branch.*12:00/),
    'Received, upcoming',
  ]);
});

it('handed-over order has no step ahead, also when steps were skipped', async () => {
  const history = [
    { status: 'placed', at: '2026-11-21T08:00:00+07:00' },
    { status: 'completed', at: '2026-11-21T08:10:00+07:00' },
  ];
  await renderIn('en', <OrderHistory order={order({ status: 'completed', history })} />);
  expect(entries().join()).not.toContain('upcoming');
});

function InvoiceWithNote() {
  const delivery = { ...order().delivery, note: 'Tax number 987' };
  return <Invoice order={order({ delivery })} />;
}

const COMPANY = {
  'GET /api/v1/company': () =>
    jsonResponse({
      name: 'Heuan',
      legal_name: { la: '', en: 'Heuan Ltd' },
      address: { la: '', en: 'Vientiane' },
      hotline: '020 0000 1234',
      tax_number: '123 456 789 000',
      email: 'new@example.com',
    }),
};

it('invoice has the name of the order, its note and the tax number of the shop', async () => {
  fakeApi(COMPANY);
  await renderPage({ path: '/', page: InvoiceWithNote });
  const text = (await screen.findByText('Heuan Ltd')).closest('article')?.textContent ?? '';
  expect(text).toContain('Tax number 123 456 789 000');
  expect(text).toContain('Noy Keo');
  expect(text).not.toContain('New Name');
  expect(text).toContain('Note: Tax number 987');
});

it('invoice has the seller of its order, and no name if the order has none', async () => {
  fakeApi(COMPANY);
  const seller = {
    name: 'Old',
    legal_name: { la: '', en: 'Old Ltd' },
    address: { la: '', en: 'Pakse' },
    tax_number: '111',
    contact: { hotline: '021 111 111', customer_service: '', email: 'old@example.com' },
  };
  const page = () => <Invoice order={order({ seller, customer_name: '' })} />;
  const known = { '/api/v1/verify-token': { fname: 'New', lname: 'Name', phone: '', email: '' } };
  await renderPage({ path: '/', page, known });
  const text = (await screen.findByText('Old Ltd')).closest('article')?.textContent ?? '';
  expect(text).toContain('Pakse');
  expect(text).toContain('Tax number 111');
  expect(text).toContain('021 111 111');
  expect(text).toContain('old@example.com');
  expect(text).not.toMatch(/Heuan Ltd|123 456 789 000|New Name|020 0000 1234|new@example.com/);
});

it('invoice of an earlier version, whose seller has no contact, has the present one', async () => {
  fakeApi(COMPANY);
  const text = { la: '', en: 'Old Ltd' };
  const seller = { name: 'Old', legal_name: text, address: text, tax_number: '', contact: null };
  await renderPage({ path: '/', page: () => <Invoice order={order({ seller })} /> });
  const sheet = (await screen.findAllByText('Old Ltd'))[0]?.closest('article');
  expect(sheet?.textContent).toContain('020 0000 1234');
  expect(sheet?.textContent).toContain('new@example.com');
});

const BAG = {
  pro_id: 101002,
  pro_name_la: 'ຊີມັງ',
  pro_name_en: 'Cement',
  unit_name_la: 'ຖົງ',
  unit_name_en: 'bag',
  price: 58_000,
  quantity: 1200,
  vatrate: 10,
  total: 69_600_000,
};

it('invoice in Arabic has each number whole, from left to right, and the English name of the product', async () => {
  fakeApi(COMPANY);
  const page = () => <Invoice order={order({ lines: [BAG] })} />;
  await renderPage({ path: '/', page, language: ARABIC });
  const paper = (await screen.findByText('Heuan Ltd')).closest('article');
  const texts = [...(paper?.querySelectorAll('bdi[dir="ltr"]') ?? [])].map(
    (one) => one.textContent,
  );
  for (const text of [
    '020 0000 1234',
    '123 456 789 000',
    '#261121-7K3M9QTX',
    '020 5512 3456',
    'R1',
    '101002',
    '1,200',
    '₭58,000.00',
    '₭69,600,000.00',
    '₭1,000,000.00',
  ]) {
    expect(texts).toContain(text);
  }
  expect(paper?.textContent).toContain('ຊີມັງ · Cement');
  expect(paper?.textContent).toContain('ຖົງ (bag)');
});

it.each([
  ['en', 'Sikhottabong, Vientiane Capital'],
  ['la', 'ສີໂຄດຕະບອງ, ນະຄອນຫຼວງວຽງຈັນ'],
] as const)('order and invoice on a page in %s have the place %s', async (language, place) => {
  const delivery = {
    method: 'delivery',
    province: 'ນະຄອນຫຼວງວຽງຈັນ',
    district: 'ສີໂຄດຕະບອງ',
    village: 'Nongduang',
  };
  const own = order({ delivery });
  const page = () => (
    <>
      <OrderFacts order={own} />
      <Invoice order={own} />
    </>
  );
  await renderPage({ path: '/', page, language });
  expect(await screen.findAllByText(`Nongduang, ${place}`)).toHaveLength(2);
});
