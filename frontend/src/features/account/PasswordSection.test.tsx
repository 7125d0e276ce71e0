// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import type { Profile } from './account-api';
import { PasswordSection } from './PasswordSection';

const CUSTOMER: Profile = {
  cus_id: 7,
  fname: 'Noy',
  lname: 'Keo',
  phone: '+8562055123456',
  email: '',
  role: 'customer',
  created_at: '2026-11-21T00:00:00+07:00',
  phone_verified: true,
  email_verified: false,
};

beforeEach(() => vi.stubGlobal('scrollTo', () => {}));

const open = (phone: boolean) => {
  fakeApi({ 'GET /api/auth/code': () => jsonResponse({ phone, email: false }) });
  return renderPage({
    path: '/account/profile',
    page: () => <PasswordSection customer={CUSTOMER} />,
    leadsTo: ['/account/reset'],
  });
};

it('customer without a password is led to the page that sets one by a code', async () => {
  const { router } = await open(true);
  await userEvent.click(await screen.findByRole('link', { name: 'No password? Get a code' }));
  await screen.findByRole('heading', { name: 'at /account/reset' });
  const { href, state } = router.history.location;
  expect(state.identifier).toBe('020 5512 3456');
  expect(href).toBe('/account/reset');
});

it('shop that cannot send a code offers none', async () => {
  const { client } = await open(false);
  expect(await screen.findByLabelText('Current password')).toBeTruthy();
  await until(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole('link')).toBeNull();
});
