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
  email: 'hello@heuan.example',
  points_per_kip: 200_000,
  free_delivery_from: 500_000,
  social: [{ name: 'Facebook', url: 'https://facebook.heuan.example/' }],
  apps: [{ store: 'App Store', url: 'https://ios.heuan.example/' }],
};
const hrefOf = (link: HTMLElement) => link.getAttribute('href');

it('the footer is of the year it is in Vientiane', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-31T17:30:00Z') });
  fakeApi({ 'GET /api/v1/company': () => jsonResponse(COMPANY) });
  await renderPage({ path: '/', page: Footer });
  expect(await screen.findByText('© 2027 Heuan')).toBeTruthy();
  vi.useRealTimers();
});

it('the footer has the club, the app, the company, its hours and its pages elsewhere', async () => {
  fakeApi({ 'GET /api/v1/company': () => jsonResponse(COMPANY) });
  await renderPage({ path: '/', page: Footer });
  expect(
    await screen.findByText(
      'Earn 1 point for every 200,000 kip. Redeem points for discounts and gifts.',
    ),
  ).toBeTruthy();
  const link = (name: string) => hrefOf(screen.getByRole('link', { name }));
  expect(link('020 0000 1234')).toBe('tel:02000001234');
  expect(link('hello@heuan.example')).toBe('mailto:hello@heuan.example');
  expect(link('App Store')).toBe('https://ios.heuan.example/');
  expect(link('Facebook')).toBe('https://facebook.heuan.example/');
  expect(screen.getByText('Kaysone Rd, Vientiane')).toBeTruthy();
  expect(screen.getByText('Open every day 8:00–18:00')).toBeTruthy();
  const pages = (name: string) =>
    within(screen.getByRole('navigation', { name })).getAllByRole('link').map(hrefOf);
  expect(pages('Help')).toContain('/helpcenter');
  expect(pages('Company')).toEqual(expect.arrayContaining(['/career', '/investor', '/contact']));
});

it('the footer leads to no page that the shop has not written', async () => {
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

it('the info bar has hotline, time, free delivery, the way to the stores, language and theme', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  fakeApi({ 'GET /api/v1/company': () => jsonResponse(COMPANY) });
  await renderPage({ path: '/', page: InfoBar });
  expect(hrefOf(await screen.findByRole('link', { name: /Hotline/ }))).toBe('tel:02000001234');
  expect(screen.getByText('Free delivery over 500,000 kip')).toBeTruthy();
  expect(screen.getByRole('time').textContent).toMatch(/^\d{2}:\d{2}$/);
  expect(hrefOf(screen.getByRole('link', { name: 'Find a store' }))).toBe('/#stores');
  expect(screen.getByRole('button', { name: 'Language: English' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Switch to dark colours' })).toBeTruthy();
  vi.unstubAllGlobals();
});
