// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { sessionQuery } from '@/domain/session/session';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { ClubPoints } from './ClubPoints';

const PLACE = {
  path: '/svnclub',
  page: ClubPoints,
  leadsTo: ['/account/login', '/account/profile'],
};

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the shop clears it
  document.cookie = 'cus_id=;path=/;max-age=0';
});

it('visitor is led to the login and back', async () => {
  const requests = fakeApi({});
  await renderPage(PLACE);
  const link = await screen.findByRole('link', { name: 'Log in to see your points' });
  expect(link.getAttribute('href')).toBe('/account/login?redirect=%2Fsvnclub');
  expect(requests).toEqual([]);
});

it('customer sees their points and what one is worth', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the shop sets it
  document.cookie = 'cus_id=7;path=/';
  fakeApi({
    'GET /api/auth/points': () =>
      jsonResponse({ balance: 12, kip_per_point_earned: 200_000, point_value: 1_000, entries: [] }),
  });
  const user = { fname: 'Bounmy', lname: '', email: '', phone: '' };
  await renderPage({ ...PLACE, known: { [String(sessionQuery.queryKey[0])]: user } });
  const link = await screen.findByRole('link', { name: 'You have 12 points' });
  expect(link.getAttribute('href')).toBe('/account/profile');
  expect(screen.getByText('Every ₭200,000 earns 1 point. 1 point = ₭1,000 off.')).toBeTruthy();
});
