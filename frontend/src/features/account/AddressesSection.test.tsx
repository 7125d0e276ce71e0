// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SavedAddress } from '@/domain/addresses/address-queries';
import { Toasts } from '@/shared/ui/Toasts';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { AddressesSection } from './AddressesSection';

const HOME: SavedAddress = {
  address_id: '0000000000000000000000000000000a',
  label: 'Home',
  receiver: 'Noy Keo',
  phone: '+8562055123456',
  province: 'ເຊກອງ',
  district: 'ລະມາມ',
  village: 'Lavi',
  landmark: 'Blue gate',
  driver_note: 'Gate 2 m wide',
  position: { lat: 15.345, lng: 106.73 },
  is_default: true,
  changed_at: '2026-11-21T09:00:00+07:00',
};
const SITE: SavedAddress = {
  ...HOME,
  address_id: '0000000000000000000000000000000b',
  label: 'Site',
  receiver: 'Kham',
  position: null,
  is_default: false,
};
const BOOK = 'GET /api/auth/addresses';
const ADD = 'POST /api/auth/addresses';
const SITE_PATH = `/api/auth/addresses/${SITE.address_id}`;
const WHO = { fname: 'Noy', lname: 'Keo', phone: '+8562055123456', email: '' };

beforeEach(() => {
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'cus_id=7';
  Element.prototype.scrollIntoView = vi.fn();
});

async function open() {
  await renderPage({
    path: '/account/profile',
    known: { '/api/v1/verify-token': WHO },
    page: () => (
      <>
        <AddressesSection />
        <Toasts />
      </>
    ),
  });
  return userEvent.setup();
}

it('addresses are listed with receiver, place and note; the default one is marked', async () => {
  fakeApi({ [BOOK]: () => jsonResponse([HOME, SITE]) });
  await open();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('HomeDefault');
  expect(first?.textContent).toContain('Noy Keo · 020 5512 3456');
  expect(first?.textContent).toContain('Blue gate, Lavi, Lamam, Sekong');
  expect(
    within(second as HTMLElement).getByRole('button', { name: 'Make default: Site' }),
  ).toBeTruthy();
});

it('new address has the customer as receiver, reports missing fields and is added', async () => {
  const listed: SavedAddress[] = [];
  const requests = fakeApi({
    [BOOK]: () => jsonResponse(listed),
    [ADD]: () => {
      listed.push(HOME);
      return jsonResponse(HOME, 201);
    },
  });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Add address' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const errors = await screen.findByRole('alert');
  expect(errors.textContent).toContain('Please choose a province');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Province' }), 'Sekong');
  await user.selectOptions(screen.getByRole('combobox', { name: 'District' }), 'Lamam');
  await user.type(screen.getByRole('textbox', { name: 'Village' }), 'Lavi');
  await user.type(screen.getByRole('textbox', { name: /^Note for the driver/ }), 'Stairs');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Home');
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    label: '',
    receiver: 'Noy Keo',
    phone: '020 5512 3456',
    province: 'ເຊກອງ',
    district: 'ລະມາມ',
    village: 'Lavi',
    landmark: '',
    driver_note: 'Stairs',
    position: null,
    is_default: false,
  });
});

it('edited address keeps its position in the list and its district', async () => {
  const requests = fakeApi({
    [BOOK]: () => jsonResponse([HOME, SITE]),
    [`PUT ${SITE_PATH}`]: () => jsonResponse(SITE),
  });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit: Site' }));
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'District' }).value).toBe('ລະມາມ');
  await user.click(screen.getByRole('checkbox', { name: 'Use as default address' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    label: 'Site',
    district: 'ລະມາມ',
    is_default: true,
  });
});

it('deleted address can be restored', async () => {
  let listed = [HOME, SITE];
  const requests = fakeApi({
    [BOOK]: () => jsonResponse(listed),
    [`DELETE ${SITE_PATH}`]: () => {
      listed = [HOME];
      return jsonResponse({});
    },
    [ADD]: () => {
      listed = [HOME, SITE];
      return jsonResponse(SITE, 201);
    },
  });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Delete: Site' }));
  await waitFor(() => expect(screen.queryByText('Site')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Site');
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    label: 'Site',
    receiver: 'Kham',
    is_default: false,
  });
});

it('full address book offers no further address', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ ...SITE, address_id: String(index) }));
  fakeApi({ [BOOK]: () => jsonResponse(many) });
  await open();
  expect(await screen.findByText(/Your address book is full/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add address' })).toBeNull();
});

it('position of the device is requested by a press only, and refused outside Laos', async () => {
  let place = { latitude: 48.85, longitude: 2.35 };
  const ask = vi.fn((found: PositionCallback) => found({ coords: place } as GeolocationPosition));
  vi.stubGlobal('navigator', { onLine: true, geolocation: { getCurrentPosition: ask } });
  fakeApi({ [BOOK]: () => jsonResponse([]) });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Add address' }));
  expect(ask).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Use my current location' }));
  expect(await screen.findByText('This place is outside Laos.')).toBeTruthy();
  place = { latitude: 15.345, longitude: 106.73 };
  await user.click(screen.getByRole('button', { name: 'Use my current location' }));
  expect(await screen.findByRole('button', { name: 'Marked on the map' })).toBeTruthy();
  vi.unstubAllGlobals();
});

it('failed address book offers a retry', async () => {
  fakeApi({ [BOOK]: () => problemResponse(503, { code: 'unavailable' }) });
  await open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
