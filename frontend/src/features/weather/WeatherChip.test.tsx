// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { isOff } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { WeatherChip } from './WeatherChip';

const record = (branchId: number, city: string, temp: number, more: object = {}) => ({
  temp,
  feels_like: temp + 3,
  humidity: 58,
  windSpeed: 1.8,
  condition: 'light_rain',
  description: 'Light rain',
  icon: 'cloud-rain',
  branchId,
  branchName: { la: `ສາຂາ ${branchId}`, en: `Branch ${branchId}` },
  cityName: { la: city, en: city },
  timestamp: new Date().toISOString(),
  estimated: false,
  ...more,
});
const TWO = [record(1, 'Vientiane', 31.4), record(2, 'Pakse', 28)];

const mediaThat = (matches: boolean) => () => ({
  matches,
  addEventListener() {},
  removeEventListener() {},
});

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', mediaThat(false));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (language?: 'la' | 'en') =>
  renderPage({ path: '/', page: WeatherChip, ...(language && { language }) });

it('chip shows loading, then temperature and city, with one request an hour', async () => {
  const requests = fakeApi({ 'GET /api/v1/weather': () => jsonResponse(TWO) });
  await show();
  expect(await screen.findByText('Loading weather')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /31°\s*Vientiane/ })).toBeTruthy();
  expect(JSON.parse(localStorage.getItem('heuan_weather') ?? '')).toMatchObject({ data: TWO });
  await show();
  await waitFor(() => expect(screen.getAllByText('Vientiane')).toHaveLength(2));
  expect(requests).toHaveLength(1);
});

it('refresh keeps the focus while it is asked, and asks once', async () => {
  let release = () => {};
  let isHeld = false;
  const requests = fakeApi({
    'GET /api/v1/weather': () =>
      isHeld
        ? new Promise<Response>((resolve) => {
            release = () => resolve(jsonResponse(TWO));
          })
        : jsonResponse(TWO),
  });
  await show('en');
  const [refresh] = await screen.findAllByRole('button', { name: 'Refresh the weather' });
  if (!refresh) throw new Error('no button');
  isHeld = true;
  await userEvent.click(refresh);
  await waitFor(() => expect(isOff(refresh)).toBe(true));
  expect(document.activeElement).toBe(refresh);
  await userEvent.click(refresh);
  expect(requests).toHaveLength(2);
  release();
  await waitFor(() => expect(isOff(refresh)).toBe(false));
});

it('chip rotates to the next branch after seven seconds, and not while hovered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fakeApi({ 'GET /api/v1/weather': () => jsonResponse(TWO) });
  await show();
  await screen.findByText('Vientiane');
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  const chip = screen.getByRole('button', { name: /28°\s*Pakse/ });
  act(() => chip.focus());
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByText('Pakse')).toBeTruthy();
  act(() => chip.blur());
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  expect(screen.getByText('Vientiane')).toBeTruthy();
});

it('reduced motion: does not rotate', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('matchMedia', mediaThat(true));
  fakeApi({ 'GET /api/v1/weather': () => jsonResponse(TWO) });
  await show();
  await screen.findByText('Vientiane');
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(screen.getByText('Vientiane')).toBeTruthy();
});

it('card has condition, feels-like, humidity and age, with refresh, pause and steps', async () => {
  let temp = 31.4;
  const requests = fakeApi({
    'GET /api/v1/weather': () =>
      jsonResponse([record(1, 'Vientiane', temp), record(2, 'Pakse', 28)]),
  });
  await show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /Vientiane/ }));
  for (const text of ['Branch 1', 'Light rain', '34°', '58%', '1.8 m/s', 'Updated just now']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  temp = 20;
  // The chip has the button from 768 px on, and the card below has one as well.
  const [refresh] = screen.getAllByRole('button', { name: 'Refresh the weather' });
  await user.click(refresh as HTMLElement);
  expect(await screen.findByRole('button', { name: /20°\s*Vientiane/ })).toBeTruthy();
  expect(requests).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Next branch' }));
  expect(screen.getByText('Branch 2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop changing branches' }));
  expect(screen.getByRole('button', { name: 'Go on changing branches' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Branch 2')).toBeNull();
});

it.each([
  ['closes the card on a phone', false, '/'],
  ['leaves the page from 768 px', true, '/before'],
])('back %s', async (_, isWide, address) => {
  vi.stubGlobal('matchMedia', mediaThat(isWide));
  fakeApi({ 'GET /api/v1/weather': () => jsonResponse(TWO) });
  const { router } = await renderPage({
    path: '/',
    at: '/before',
    page: WeatherChip,
    leadsTo: ['/before'],
  });
  await screen.findByRole('heading', { name: 'at /before' });
  await act(() => router.navigate({ to: '/' as never }));
  await userEvent.click(await screen.findByRole('button', { name: /Vientiane/ }));
  await waitFor(() => expect(router.history.location.state.__TSR_index).toBe(isWide ? 1 : 2));
  expect(screen.getByText('Branch 1')).toBeTruthy();
  act(() => router.history.back());
  await waitFor(() => expect(screen.queryByText('Branch 1')).toBeNull());
  expect(router.history.location.pathname).toBe(address);
});

it('chip from 768 px has a refresh button while the card is closed', async () => {
  let temp = 31.4;
  const requests = fakeApi({
    'GET /api/v1/weather': () => jsonResponse([record(1, 'Vientiane', temp)]),
  });
  await show();
  await screen.findByRole('button', { name: /31°\s*Vientiane/ });
  temp = 20;
  const refresh = screen.getByRole('button', { name: 'Refresh the weather' });
  expect(refresh.className.split(' ')).toContain('max-md:hidden');
  await userEvent.click(refresh);
  expect(await screen.findByRole('button', { name: /20°\s*Vientiane/ })).toBeTruthy();
  expect(requests).toHaveLength(2);
});

it('estimate is marked and has no age', async () => {
  fakeApi({
    'GET /api/v1/weather': () => jsonResponse([record(1, 'ວຽງຈັນ', 25, { estimated: true })]),
  });
  await show('la');
  await userEvent.click(await screen.findByRole('button', { name: /ວຽງຈັນ/ }));
  expect(screen.getByText(/ຄ່າປະມານຕາມລະດູການ/)).toBeTruthy();
  expect(screen.queryByText('ຫາກໍອັບເດດ')).toBeNull();
});

it.each([
  ['No valid branch locations', () => jsonResponse([])],
  ['Could not fetch weather data', () => problemResponse(404)],
  ['Weather data error', () => jsonResponse([{ temp: 'warm' }])],
  ['Weather data error', () => new Response('<html>')],
])('failed weather shows the reason and a retry: %s', async (why, reply) => {
  let isMended = false;
  fakeApi({ 'GET /api/v1/weather': () => (isMended ? jsonResponse(TWO) : reply()) });
  await show();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(`Error: ${why}`);
  expect(alert.title).toBe(why);
  isMended = true;
  await userEvent.click(screen.getByRole('button', { name: 'Load the weather again' }));
  expect(await screen.findByText('Vientiane')).toBeTruthy();
});
