// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from '@/shared/ui/toast';
import {
  confirmButton,
  fillAddress,
  ORDER,
  openCheckout,
  PLACE,
  placedOrders,
  quote,
  resetCheckout,
  SHOP,
  TOTALS,
  village,
} from '@/testing/checkout';
import { fakeApi, jsonResponse, problemResponse, type RecordedRequest } from '@/testing/fake-shop';
import { descriptionOf } from '@/testing/form-control';
import { until } from '@/testing/until';

beforeEach(resetCheckout);

it('empty form names the missing fields and focuses the first', async () => {
  const requests = fakeApi(SHOP);
  const { user } = await openCheckout();
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  await user.click(await confirmButton());
  const province = screen.getByRole('combobox', { name: 'Province' });
  await waitFor(() => expect(descriptionOf(province)).toBe('Please choose a province'));
  expect(document.activeElement).toBe(province);
  expect(descriptionOf(await village())).toBe('Please enter your village');
  expect(placedOrders(requests)).toEqual([]);
});

it('address errors are cleared after switching to pick-up', async () => {
  fakeApi(SHOP);
  const { user } = await openCheckout();
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  await user.click(await confirmButton());
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
  const { user } = await openCheckout();
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
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  await user.click(await confirmButton());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placedOrders(requests)[0]?.body).toMatchObject({
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
  const { user } = await openCheckout();
  const card = await screen.findByRole<HTMLInputElement>('radio', { name: /Site/ });
  await waitFor(() => expect(card.checked).toBe(true));
  expect(screen.queryByRole('textbox', { name: 'Village' })).toBeNull();
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  await user.click(await confirmButton());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placedOrders(requests)[0]?.body).toMatchObject({
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
  const { user } = await openCheckout();
  await user.click(await screen.findByRole('radio', { name: /Depot/ }));
  await user.click(screen.getByRole('button', { name: 'Edit this address' }));
  const box = await village();
  expect(box.value).toBe('Ban Mai');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Receiver' }));
  await user.clear(box);
  await user.type(box, 'Ban Kao');
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  await user.click(await confirmButton());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placedOrders(requests)[0]?.body).toMatchObject({ delivery: { village: 'Ban Kao' } });
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    label: 'Depot',
    village: 'Ban Kao',
  });
});

it('new address has the customer as receiver and is saved unless unchecked', async () => {
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/addresses': () => jsonResponse([ADDRESS]),
    'POST /api/auth/addresses': () => jsonResponse(ADDRESS, 201),
    [PLACE]: () => jsonResponse(ORDER, 201),
  });
  const { user } = await openCheckout();
  await user.click(await screen.findByRole('radio', { name: 'Another address' }));
  expect((await village()).value).toBe('');
  const receiver = screen.getByRole<HTMLInputElement>('textbox', { name: 'Receiver' });
  expect(receiver.value).toBe('A B');
  await fillAddress(user);
  await user.click(await confirmButton());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  const isSave = ({ method, path }: RecordedRequest) =>
    method === 'POST' && path === '/api/auth/addresses';
  await waitFor(() => expect(requests.filter(isSave)).toHaveLength(1));
  expect(requests.find(isSave)?.body).toMatchObject({ receiver: 'A B', village: 'Lavi' });
  expect(placedOrders(requests)[0]?.body).not.toHaveProperty('receiver');
});

const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const LANDMARK = /landmark/;

it.each([
  ['an emptied receiver is saved with the name of the customer', 1, ['A B']],
  ['a full book is not saved', 20, []],
])('new address with %s', async (_, count, receivers) => {
  const book = Array.from({ length: count }, (_, index) => ({
    ...ADDRESS,
    address_id: String(index).padStart(32, '0'),
    label: `Site ${index}`,
  }));
  const error = vi.spyOn(toast, 'error');
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/addresses': () => jsonResponse(book),
    'POST /api/auth/addresses': () => jsonResponse(ADDRESS, 201),
    [PLACE]: () => jsonResponse(ORDER, 201),
  });
  const { user } = await openCheckout();
  await user.click(await screen.findByRole('radio', { name: 'Another address' }));
  await user.clear(await box('Receiver'));
  await fillAddress(user);
  await user.click(await confirmButton());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  await waitFor(() => expect(sessionStorage.length).toBe(0));
  const saved = () =>
    requests
      .filter(({ method, path }) => method === 'POST' && path === '/api/auth/addresses')
      .map(({ body }) => (body as { receiver: string }).receiver);
  await waitFor(() => expect(saved()).toEqual(receivers));
  expect(error).not.toHaveBeenCalled();
});

it('typed address stays over a reload, although the book has a default address', async () => {
  fakeApi({ ...SHOP, 'GET /api/auth/addresses': () => jsonResponse([ADDRESS]) });
  const { user } = await openCheckout();
  await user.click(await screen.findByRole('radio', { name: 'Another address' }));
  await user.clear(await box('Receiver'));
  await user.type(await box('Receiver'), 'Noy');
  await user.clear(await box('Phone number'));
  await user.type(await box('Phone number'), '020 9998 8877');
  await user.type(await box(LANDMARK), 'Red gate');
  cleanup();
  await openCheckout();
  const other = await screen.findByRole<HTMLInputElement>('radio', { name: 'Another address' });
  expect(other.checked).toBe(true);
  const texts = [await box('Receiver'), await box('Phone number'), await box(LANDMARK)];
  expect(texts.map(({ value }) => value)).toEqual(['Noy', '020 9998 8877', 'Red gate']);
});

it('collector of a pick-up stays over a reload, although a saved address was chosen before', async () => {
  fakeApi({ ...SHOP, 'GET /api/auth/addresses': () => jsonResponse([ADDRESS]) });
  const { user } = await openCheckout();
  await screen.findByRole('radio', { name: /Site/ });
  await user.click(screen.getByRole('radio', { name: /Pick up/ }));
  await user.clear(await box('Who picks up'));
  await user.type(await box('Who picks up'), 'Noy');
  cleanup();
  await openCheckout();
  expect((await box('Who picks up')).value).toBe('Noy');
});

it('saved address after a pick-up goes to its receiver and not to the collector', async () => {
  const requests = fakeApi({
    ...SHOP,
    'GET /api/auth/addresses': () => jsonResponse([ADDRESS]),
    [PLACE]: () => jsonResponse(ORDER, 201),
  });
  const { user } = await openCheckout();
  await screen.findByRole('radio', { name: /Site/ });
  await user.click(screen.getByRole('radio', { name: /Pick up/ }));
  // The customer picks up, not the receiver of the saved address.
  expect((await box('Who picks up')).value).toBe('A B');
  expect((await box('Phone number')).value).toBe('020 5512 3456');
  for (const [name, text] of [
    ['Who picks up', 'Noy'],
    ['Phone number', '020 9998 8877'],
  ] as const) {
    await user.clear(await box(name));
    await user.type(await box(name), text);
  }
  await user.click(screen.getByRole('radio', { name: /Home delivery/ }));
  const card = await screen.findByRole<HTMLInputElement>('radio', { name: /Site/ });
  expect(card.checked).toBe(true);
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  await user.click(await confirmButton());
  await screen.findByRole('heading', { name: 'at /checkout/pay/$orderId' });
  expect(placedOrders(requests)[0]?.body).toMatchObject({
    phone: '020 5599 9999',
    delivery: { method: 'delivery', village: 'Lavi' },
    receiver: { name: 'Kham', landmark: 'Blue gate' },
  });
});

it('receiver typed for another address is not the collector, and comes back with the delivery', async () => {
  fakeApi({ ...SHOP, 'GET /api/auth/addresses': () => jsonResponse([ADDRESS]) });
  const { user } = await openCheckout();
  await user.click(await screen.findByRole('radio', { name: 'Another address' }));
  await user.clear(await box('Receiver'));
  await user.type(await box('Receiver'), 'Kham');
  await user.click(screen.getByRole('radio', { name: /Pick up/ }));
  expect((await box('Who picks up')).value).toBe('A B');
  await user.click(screen.getByRole('radio', { name: /Home delivery/ }));
  expect((await box('Receiver')).value).toBe('Kham');
});

it('number typed by a customer without one stays with the other delivery method', async () => {
  fakeApi({
    ...SHOP,
    'GET /api/v1/verify-token': () =>
      Response.json({ payload: { fname: 'A', lname: 'B', phone: '', email: 'a@b.la' } }),
  });
  const { user } = await openCheckout();
  await user.type(await box('Phone number'), '020 5599 9999');
  await user.click(screen.getByRole('radio', { name: /Pick up/ }));
  expect((await box('Phone number')).value).toBe('020 5599 9999');
  await user.clear(await box('Who picks up'));
  await user.type(await box('Who picks up'), 'Noy');
  await user.clear(await box('Phone number'));
  await user.click(screen.getByRole('radio', { name: /Home delivery/ }));
  await user.click(screen.getByRole('radio', { name: /Pick up/ }));
  expect((await box('Phone number')).value).toBe('');
});

it('refused number of a collector is shown at its field', async () => {
  const fields = [{ field: 'phone', message: 'must be a Lao number', reason: 'invalid' }];
  fakeApi({
    ...SHOP,
    'GET /api/v1/branch': () => jsonResponse([{ b_id: 3, b_name: 'ສາຂາ', b_name_eng: 'Branch 3' }]),
    [PLACE]: () => problemResponse(400, { errors: fields }),
  });
  const { user } = await openCheckout();
  await user.click(await screen.findByRole('radio', { name: /Pick up/ }));
  const branch = await screen.findByRole('combobox', { name: 'Pick-up branch' });
  await user.selectOptions(branch, 'Branch 3');
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  await user.click(await confirmButton());
  const number = await box('Phone number');
  await waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(number);
});

it.each([
  ['text typed', 'Red gate'],
  ['the field entered', ''],
])('address book that arrives late leaves %s before', async (_, text) => {
  let answer = (_: Response) => {};
  const addresses = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  fakeApi({ ...SHOP, 'GET /api/auth/addresses': () => addresses });
  const { user } = await openCheckout();
  await user.click(await box(LANDMARK));
  if (text) await user.type(await box(LANDMARK), text);
  answer(jsonResponse([ADDRESS]));
  const other = await screen.findByRole<HTMLInputElement>('radio', { name: 'Another address' });
  expect(other.checked).toBe(true);
  expect((await box(LANDMARK)).value).toBe(text);
  expect(document.activeElement).toBe(await box(LANDMARK));
});

it('address of the newest delivered order is filled in', async () => {
  const place = { province: 'ນະຄອນຫຼວງວຽງຈັນ', district: 'ໄຊທານີ', village: 'ດົງໂດກ' };
  const shop = {
    ...SHOP,
    'GET /api/auth/orders': () => jsonResponse([{ order_id: 'a' }, { order_id: 'b' }]),
    'GET /api/auth/orders/a': () => jsonResponse({ ...ORDER, delivery: { method: 'pickup' } }),
    'GET /api/auth/orders/b': () =>
      jsonResponse({ ...ORDER, delivery: { method: 'delivery', ...place } }),
  };
  fakeApi(shop);
  await openCheckout();
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  await waitFor(() => expect(box('Village').value).toBe(place.village));
  expect(box('Province').value).toBe(place.province);
  await waitFor(() => expect(box('District').value).toBe(place.district));
});

const placeOf = ({ province, district, village }: typeof ADDRESS) => ({
  province,
  district,
  village,
});
const MAIN = { province: 'ນະຄອນຫຼວງວຽງຈັນ', district: 'ໄຊທານີ', village: 'ດົງໂດກ' };

/** A shop with the address book and one order that was delivered to the place. */
const shopAfterDelivery = (book: object[], place: object, receiver: object | null = null) => ({
  ...SHOP,
  'GET /api/auth/addresses': () => jsonResponse(book),
  'GET /api/auth/orders': () => jsonResponse([{ order_id: 'a' }]),
  'GET /api/auth/orders/a': () =>
    jsonResponse({ ...ORDER, delivery: { method: 'delivery', ...place }, receiver }),
});
const checked = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio', { checked: true })
    .find(({ name }) => name === 'saved-address')
    ?.closest('label')?.textContent;

it.each([
  ['another address of the book', OTHER, null, 'Depot'],
  ['one of two addresses of a village', { ...OTHER, village: 'Lavi' }, 'Red gate', 'Depot'],
  ['the default address', ADDRESS, 'Blue gate', 'Site'],
])('last delivery to %s is the chosen address', async (_, to, landmark, label) => {
  const depot = { ...OTHER, village: to.village, landmark: 'Red gate' };
  const book = to === ADDRESS ? [ADDRESS, OTHER] : [ADDRESS, depot];
  const directions = landmark ? { name: '', landmark, driver_note: '', position: null } : null;
  fakeApi(shopAfterDelivery(book, placeOf(to), directions));
  await openCheckout();
  await screen.findByRole('radio', { name: /Site/ });
  await waitFor(() => expect(checked()).toContain(label));
  expect(screen.queryByRole('textbox', { name: 'Village' })).toBeNull();
});

it('default address is chosen after a second without an answer about the last delivery', async () => {
  let answer = (_: Response) => {};
  const orders = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const requests = fakeApi({
    ...shopAfterDelivery([ADDRESS, OTHER], placeOf(OTHER)),
    'GET /api/auth/orders': async () => (await orders).clone(),
  });
  const { client } = await openCheckout();
  await screen.findByRole('radio', { name: /Site/ }, { timeout: 10_000 });
  await until(() => expect(checked()).toContain('Site'));
  answer(jsonResponse([{ order_id: 'a' }]));
  await until(() => expect(requests.some(({ path }) => path === '/api/auth/orders/a')).toBe(true));
  await until(() => expect(client.isFetching()).toBe(0));
  expect(checked()).toContain('Site');
});

it('last delivery to a place that is not in the book is filled in', async () => {
  fakeApi(shopAfterDelivery([ADDRESS, OTHER], MAIN));
  await openCheckout();
  await waitFor(async () => expect((await village()).value).toBe(MAIN.village));
  expect(checked()).toContain('Another address');
  expect(screen.getByLabelText<HTMLSelectElement>('Province').value).toBe(MAIN.province);
  const district = screen.getByLabelText<HTMLSelectElement>('District');
  await waitFor(() => expect(district.value).toBe(MAIN.district));
  expect((await box('Receiver')).value).toBe('A B');
});

it.each([
  ['Site', /Site/],
  ['Another address', 'Another address'],
])(
  'choice of %s is not replaced by the last delivery, which arrives later',
  async (label, name) => {
    let answer = (_: Response) => {};
    const orders = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const requests = fakeApi({
      ...shopAfterDelivery([ADDRESS, OTHER], placeOf(OTHER)),
      'GET /api/auth/orders': () => orders,
    });
    const { user } = await openCheckout();
    await user.click(await screen.findByRole('radio', { name: /Site/ }));
    await user.click(screen.getByRole('radio', { name }));
    answer(jsonResponse([{ order_id: 'a' }]));
    await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/a'))).toBe(true));
    await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
    expect(checked()).toContain(label);
  },
);

it('address of the newest delivered order does not replace text typed before it arrived', async () => {
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
  const { user } = await openCheckout();
  await user.type(await village(), 'Lavi');
  answer(jsonResponse([{ order_id: 'a' }]));
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/a'))).toBe(true));
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  expect((await village()).value).toBe('Lavi');
  expect(screen.getByLabelText<HTMLSelectElement>('Province').value).toBe('');
});

it('price of home delivery stays while pick-up is chosen', async () => {
  fakeApi({
    ...SHOP,
    'POST /api/auth/checkout/quote': ({ body }) => {
      const { delivery } = body as { delivery: { method: string } };
      const delivery_fee = delivery.method === 'pickup' ? 0 : 35_000;
      return jsonResponse(quote({ totals: { ...TOTALS, free_delivery_from: 0, delivery_fee } }));
    },
  });
  const { user } = await openCheckout();
  const home = await screen.findByRole('radio', { name: /Home delivery/ });
  const card = () => home.closest('label')?.textContent;
  await waitFor(() => expect(card()).toContain('35,000'));
  await user.click(screen.getByRole('radio', { name: /Pick up/ }));
  expect(await screen.findByText(/a question about your pick-up/)).toBeTruthy();
  await waitFor(async () => expect((await confirmButton()).disabled).toBe(false));
  expect(card()).toContain('35,000');
});
