// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { Footer } from './Footer';
import { InfoBar } from './InfoBar';

const COMPANY = {
  name: 'Heuan',
  legal_name: { la: '', en: 'Heuan Ltd' },
  address: { la: '', en: 'Kaysone Rd, Vientiane' },
  hours: '08:00-18:00',
  hotline: '020 0000 1234',
  customer_service: '020 0000 1235',
  email: 'hello@heuan.example',
  points_per_kip: 200_000,
  free_delivery_from: 500_000,
  social: [{ name: 'Facebook', url: 'https://facebook.heuan.example/' }],
  apps: [{ store: 'App Store', url: 'https://ios.heuan.example/' }],
};
const hrefOf = (link: HTMLElement) => link.getAttribute('href');

it('footer has the current year of Vientiane', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-31T17:30:00Z') });
  fakeApi({ 'GET /api/v1/company': () => jsonResponse(COMPANY) });
  await renderPage({ path: '/', page: Footer });
  expect(await screen.findByText('© 2027 Heuan')).toBeTruthy();
  vi.useRealTimers();
});

it('footer has the club, the app, the company, its hours and its pages elsewhere', async () => {
  fakeApi({ 'GET /api/v1/company': () => jsonResponse(COMPANY) });
  await renderPage({ path: '/', page: Footer });
  expect(await screen.findByText(/Earn 1 point for every 200,000 kip/)).toBeTruthy();
  expect(screen.getByText('Kaysone Rd, Vientiane')).toBeTruthy();
  expect(screen.getByText('Open every day 8:00–18:00')).toBeTruthy();
  const links = within(screen.getByRole('contentinfo')).getAllByRole('link');
  expect(
    links.map((link) => `${link.getAttribute('aria-label') ?? link.textContent}: ${hrefOf(link)}`),
  ).toMatchInlineSnapshot(`
    [
      "About the club: /svnclub",
      "Hotline 020 0000 1234: tel:02000001234",
      "Customer service 020 0000 1235: tel:02000001235",
      "hello@heuan.example: mailto:hello@heuan.example",
      "Help centre: /helpcenter",
      "Installation service: /service",
      "Terms of use: /terms",
      "Privacy policy: /privacy-policy",
      "Site map: /sitemap",
      "About us: /about",
      "News: /blogs/news",
      "Careers: /career",
      "Investor relations: /investor",
      "Contact: /contact",
      "App Store: https://ios.heuan.example/",
      "Facebook: https://facebook.heuan.example/",
    ]
  `);
});

it('footer links only to pages that the shop has', async () => {
  fakeApi({
    'GET /api/v1/company': () => jsonResponse(COMPANY),
    'GET /api/v1/content': () => jsonResponse(['helpcenter', 'news']),
  });
  await renderPage({ path: '/', page: Footer });
  const paths = () =>
    within(screen.getByRole('contentinfo'))
      .getAllByRole('link')
      .map(hrefOf)
      .filter((href) => href?.startsWith('/'));
  await waitFor(() => expect(paths()).toEqual(['/helpcenter', '/sitemap', '/blogs/news']));
});

it('info bar has hotline, time, free delivery, the way to the stores, language and theme', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  fakeApi({ 'GET /api/v1/company': () => jsonResponse(COMPANY) });
  await renderPage({ path: '/', page: InfoBar });
  expect(hrefOf(await screen.findByRole('link', { name: /Hotline/ }))).toBe('tel:02000001234');
  expect(hrefOf(screen.getByRole('link', { name: /Customer service/ }))).toBe('tel:02000001235');
  expect(screen.getByText('Free delivery over 500,000 kip')).toBeTruthy();
  expect(screen.getByRole('time').textContent).toMatch(/^\d{2}:\d{2}$/);
  expect(hrefOf(screen.getByRole('link', { name: 'Find a store' }))).toBe('/#stores');
  expect(screen.getByRole('button', { name: 'Language: English' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Switch to dark colours' })).toBeTruthy();
  vi.unstubAllGlobals();
});
