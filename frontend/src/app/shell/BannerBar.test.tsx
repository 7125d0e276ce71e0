// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { BannerBar } from './BannerBar';

const MESSAGES = [
  { la: 'ຍິນດີຕ້ອນຮັບ', en: 'Welcome' },
  { la: 'ສົ່ງຟຣີ', en: 'Free delivery', href: '/service' },
  { la: 'ອອນລາຍ', en: 'Shop online' },
];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  fakeApi({ 'GET /api/v1/banner': () => jsonResponse({ messages: MESSAGES, banners: [] }) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const shown = () =>
  screen
    .getAllByRole('listitem')
    .filter((item) => !item.hasAttribute('inert'))
    .map((item) => item.querySelector('span')?.textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('banner shows the next message every five seconds, and begins again', async () => {
  await renderPage({ path: '/', page: BannerBar });
  await screen.findByText('Welcome');
  const seen = [shown()];
  for (let turn = 0; turn < 3; turn += 1) {
    await pass(5_000);
    seen.push(shown());
  }
  expect(seen).toEqual([['Welcome'], ['Free delivery'], ['Shop online'], ['Welcome']]);
});

it('banner that is hovered or paused does not rotate', async () => {
  await renderPage({ path: '/', page: BannerBar });
  const bar = await screen.findByRole('region', { name: 'Messages from the shop' });
  fireEvent.pointerEnter(bar);
  await pass(12_000);
  expect(shown()).toEqual(['Welcome']);
  fireEvent.pointerLeave(bar);
  fireEvent.click(screen.getByRole('button', { name: 'Pause the messages' }));
  await pass(12_000);
  expect(shown()).toEqual(['Welcome']);
  fireEvent.click(screen.getByRole('button', { name: 'Resume the messages' }));
  await pass(5_000);
  expect(shown()).toEqual(['Free delivery']);
});

it('message that was changed is shown when the customer comes back to the page', async () => {
  await renderPage({ path: '/', page: BannerBar });
  await screen.findByText('Welcome');
  const changed = [{ la: 'ປິດວັນບຸນ', en: 'Closed for the festival' }];
  fakeApi({ 'GET /api/v1/banner': () => jsonResponse({ messages: changed, banners: [] }) });
  const comeBack = () => act(() => window.dispatchEvent(new Event('visibilitychange')));
  comeBack();
  await pass(1_000);
  expect(screen.queryByText('Closed for the festival')).toBeNull();
  await pass(60_000);
  comeBack();
  await screen.findByText('Closed for the festival');
  expect(screen.queryByText('Welcome')).toBeNull();
});

it('message without a link opens the promotions', async () => {
  await renderPage({ path: '/', page: BannerBar, leadsTo: ['/promotions', '/service'] });
  await screen.findByText('Welcome');
  const links = screen.getAllByText('See more').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/promotions', '/service', '/promotions']);
});
