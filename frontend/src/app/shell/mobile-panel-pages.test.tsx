// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { ROUTES } from '@/testing/route-paths';
// Loaded before the tests, because a busy machine takes longer to load it than a test waits.
import './MobilePanel';
import { Shell } from './Shell';

// The whole frame of a page takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const COMPANY = {
  name: 'Heuan',
  hours: '08:00-18:00',
  hotline: '020 0000 1234',
  customer_service: '020 0000 1235',
  free_delivery_from: 500_000,
  social: [],
  apps: [],
};
/** Timeout of queries on a busy machine. */
const WAIT = { timeout: 60_000 };
const PAGES = [...ROUTES, '/checkout/pay/01K9', '/checkout/thanks/01K9', '/account/orders/01K9'];

beforeEach(() => {
  vi.stubGlobal('isSecureContext', false);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }));
  fakeApi({
    'GET /api/v1/company': () => jsonResponse(COMPANY),
    'GET /api/v1/menu': () => jsonResponse([]),
    'GET /api/v1/category': () => jsonResponse([]),
    'GET /api/v1/banner': () => jsonResponse({ messages: [], banners: [] }),
  });
});

const open = (at: string) => renderPage({ path: '/$', page: () => <Shell>page</Shell>, at });

it('header of every page has the button of the panel', async () => {
  const { router } = await open('/contact');
  const without: string[] = [];
  for (const path of PAGES) {
    await act(() => router.navigate({ to: path }));
    const banner = screen.getByRole('banner');
    if (!within(banner).queryByRole('button', { name: 'Open menu' })) without.push(path);
  }
  expect(without).toEqual([]);
});

it.each(['/checkout', '/account/login', '/account/register', '/cart'])(
  'panel on %s has state, time, free delivery and Find a Store after one press',
  async (path) => {
    await open(path);
    await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
    const panel = await screen.findByRole('dialog', { name: 'Main menu' });
    const info = await within(panel).findByRole('region', { name: 'Shop information' });
    expect(within(info).getAllByText(/^(Open now|Open|Closed)/)).not.toHaveLength(0);
    expect(within(info).getByText(/^\d\d:\d\d$/).tagName).toBe('TIME');
    expect(within(info).getByText(/Free delivery over/)).toBeTruthy();
    expect(within(info).getByRole('link', { name: 'Find a store' })).toBeTruthy();
  },
);

it('panel opens with the menu, whichever tab was shown last', async () => {
  await open('/cart');
  await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }, WAIT));
  const panel = await screen.findByRole('dialog', { name: 'Main menu' }, WAIT);
  await userEvent.click(await within(panel).findByRole('button', { name: 'Settings' }, WAIT));
  expect(within(panel).queryByRole('region', { name: 'Shop information' })).toBeNull();
  await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(await within(panel).findByRole('region', { name: 'Shop information' }, WAIT)).toBeTruthy();
});

it.each(['/checkout', '/account/login', '/account/register'])(
  '%s has the info bar with both numbers and Find a Store, and a call button for phones',
  async (path) => {
    await open(path);
    const info = await screen.findByRole('complementary', { name: 'Shop information' }, WAIT);
    expect(within(info).getByRole('link', { name: 'Find a store' })).toBeTruthy();
    expect(within(info).getByRole('link', { name: /Customer service/ }).className).not.toMatch(
      /max-xl/,
    );
    const banner = screen.getByRole('banner');
    expect(await within(banner).findByRole('link', { name: /^Hotline/ }, WAIT)).toBeTruthy();
  },
);
