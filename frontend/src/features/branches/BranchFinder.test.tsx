// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FinderLink } from '@/domain/branches/FinderLink';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { BranchFinder } from './BranchFinder';

vi.mock('./BranchMap', () => ({ BranchMap: () => <p>the map</p> }));

const BRANCHES = [
  {
    b_id: 1,
    b_name: 'ສຳນັກງານໃຫຍ່',
    b_name_eng: 'Headquarters',
    tb_address_en: 'Phonthan, Vientiane',
    b_f_phone: '020 0000 0101',
    b_s_phone: '021 000 202',
    lat: 17.98,
    lng: 102.63,
  },
  { b_id: 2, b_name_eng: 'Luang Prabang Branch', lat: 19.88, lng: 102.14 },
];
const company = { '/api/v1/company': { success: true, data: { hotline: '020 9999 9999' } } };

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  Element.prototype.scrollIntoView = vi.fn();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T09:00:00+07:00') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (at: string, language: 'la' | 'en' = 'en') =>
  renderPage({
    path: '/shop',
    at,
    language,
    known: company,
    page: () => (
      <>
        <FinderLink>Find</FinderLink>
        <BranchFinder />
      </>
    ),
  });

const names = () =>
  screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

it('finder opens over the page with the state, number and directions of every branch', async () => {
  fakeApi({ 'GET /api/v1/branch': () => jsonResponse(BRANCHES) });
  const { router } = await show('/shop?sort=newest');
  await userEvent.click(await screen.findByText('Find'));
  await screen.findByText('Headquarters');
  expect(router.state.location.href).toBe('/shop?sort=newest#stores');
  expect(names()).toEqual(['Headquarters', 'Luang Prabang Branch']);
  expect(screen.getAllByText('Open')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Call: 020 0000 0101' }).getAttribute('href')).toBe(
    'tel:02000000101',
  );
  // The filter also finds the branch by its second phone number.
  expect(screen.getByRole('link', { name: 'Call: 021 000 202' })).toBeTruthy();
  const [directions] = screen.getAllByRole('link', { name: /^Directions/ });
  expect(directions?.getAttribute('href')).toContain('destination=17.98,102.63');
  await userEvent.click(screen.getByRole('button', { name: 'Luang Prabang Branch' }));
  expect(router.state.location.hash).toBe('stores=2');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.href).toBe('/shop?sort=newest'));
});

it('finder opened by a link to a branch closes without leaving the page', async () => {
  fakeApi({ 'GET /api/v1/branch': () => jsonResponse(BRANCHES) });
  const { router } = await show('/shop#stores=2');
  const chosen = await screen.findByRole('button', { name: 'Luang Prabang Branch' });
  expect(chosen.getAttribute('aria-current')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.href).toBe('/shop'));
});

it('filter without a match offers all branches again', async () => {
  fakeApi({ 'GET /api/v1/branch': () => jsonResponse(BRANCHES) });
  await show('/shop#stores');
  await screen.findByText('Headquarters');
  const box = screen.getByRole('textbox');
  await userEvent.type(box, 'prabang');
  expect(names()).toEqual(['Luang Prabang Branch']);
  await userEvent.type(box, 'x');
  expect(screen.getByText('No branch found')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all branches' }));
  expect(names()).toHaveLength(2);
});

it('location is requested by a press only, and the nearest branch comes first', async () => {
  const ask = vi.fn((found: PositionCallback) =>
    found({ coords: { latitude: 19.9, longitude: 102.1 } } as GeolocationPosition),
  );
  vi.stubGlobal('navigator', { onLine: true, geolocation: { getCurrentPosition: ask } });
  fakeApi({ 'GET /api/v1/branch': () => jsonResponse(BRANCHES) });
  await show('/shop#stores');
  await screen.findByText('Headquarters');
  expect(ask).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Branches near me' }));
  expect(names()).toEqual(['Luang Prabang Branch', 'Headquarters']);
  expect(screen.getByText('4.7 km')).toBeTruthy();
});

it.each([
  [1, /may not share your location/],
  [2, /could not be found/],
  [3, /could not be found/],
])('geolocation error %d is explained', async (code, text) => {
  const ask = (_: PositionCallback, refuse: PositionErrorCallback) =>
    refuse({ code } as GeolocationPositionError);
  vi.stubGlobal('navigator', { onLine: true, geolocation: { getCurrentPosition: ask } });
  fakeApi({ 'GET /api/v1/branch': () => jsonResponse(BRANCHES) });
  await show('/shop#stores');
  await screen.findByText('Headquarters');
  await userEvent.click(screen.getByRole('button', { name: 'Branches near me' }));
  expect(screen.getByText(text)).toBeTruthy();
});

it('finder without a connection shows the text of the specification', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await show('/shop#stores', 'en');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Error fetching data');
  expect(names()).toEqual(['Vientiane Headquarters']);
});

it('failed finder shows the head office and a retry', async () => {
  let isMended = false;
  fakeApi({
    'GET /api/v1/branch': () =>
      isMended ? jsonResponse(BRANCHES) : problemResponse(404, { code: 'not_found' }),
  });
  await show('/shop#stores', 'en');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load branch data');
  expect(alert.textContent).toContain('Failed to fetch branch data: 404');
  expect(names()).toEqual(['Vientiane Headquarters']);
  expect(screen.getByRole('link', { name: 'Call: 020 9999 9999' })).toBeTruthy();
  isMended = true;
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(names()).toHaveLength(2));
});

it('failed finder without a response shows a Lao message without a status', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await show('/shop#stores', 'la');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('ບໍ່ສາມາດດຶງຂໍ້ມູນສາຂາໄດ້');
  expect(alert.textContent).not.toMatch(/\d/);
});
