// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { categoriesQuery } from '@/shared/api/site-queries';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { descriptionOf } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import type { Profile } from './account-api';
import { CloseAccountForm } from './CloseAccountForm';

const CUSTOMER: Profile = {
  cus_id: 7,
  fname: 'Noy',
  lname: 'Keo',
  phone: '+8562055123456',
  email: 'noy@example.com',
  role: 'customer',
  created_at: '2026-11-21T00:00:00+07:00',
  phone_verified: true,
  email_verified: true,
};

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => {});
});

it.each([
  ['noy@example.com', 'noy@example.com'],
  ['+8562055123456', '020 5512 3456'],
])(
  'code to confirm names its recipient %s as the server has chosen it',
  async (recipient, shown) => {
    const requests = fakeApi({
      'GET /api/auth/code': () => jsonResponse({ phone: true, email: true }),
      'POST /api/auth/code': () => jsonResponse({ resend_s: 60, expires_s: 600, recipient }, 202),
    });
    await renderPage({
      path: '/account/profile',
      page: () => <CloseAccountForm customer={CUSTOMER} onCancel={() => {}} />,
      leadsTo: ['/'],
      known: { [categoriesQuery.queryKey[0]]: { data: [] } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Send me a code' }));
    const code = await screen.findByRole('textbox', { name: 'Code of six digits' });
    await until(() => expect(descriptionOf(code)).toContain(shown));
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  },
);

const show = () =>
  renderPage({
    path: '/account/profile',
    page: () => <CloseAccountForm customer={CUSTOMER} onCancel={() => {}} />,
    leadsTo: ['/', '/account/orders'],
    known: { [categoriesQuery.queryKey[0]]: { data: [] } },
  });

it('wrong password is called the wrong current password', async () => {
  fakeApi({
    'GET /api/auth/code': () => jsonResponse({ phone: false, email: false }),
    'DELETE /api/auth/account': ({ body }) => {
      expect(body).toEqual({ password: 'wrongpass1' });
      const message = 'is not the current password';
      return problemResponse(400, { errors: [{ field: 'password', reason: 'invalid', message }] });
    },
  });
  await show();
  const password = await screen.findByLabelText('Current password');
  await userEvent.type(password, 'wrongpass1');
  await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }));
  await until(() => expect(descriptionOf(password)).toBe('The current password is wrong'));
});

it.each(['placed', 'awaiting_payment'])(
  'account with an order that is %s has a notice in place of the proof',
  async (status) => {
    const requests = fakeApi({
      'GET /api/auth/code': () => jsonResponse({ phone: true, email: true }),
      'GET /api/auth/orders': () => jsonResponse([{ status: 'completed' }, { status }]),
    });
    await show();
    await screen.findByText(/^You have open orders/);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  },
);

it('account with ended orders only is closed with a proof', async () => {
  fakeApi({
    'GET /api/auth/code': () => jsonResponse({ phone: true, email: true }),
    'GET /api/auth/orders': () =>
      jsonResponse(['completed', 'cancelled', 'expired'].map((status) => ({ status }))),
  });
  await show();
  expect(await screen.findByRole('textbox', { name: 'Code of six digits' })).toBeTruthy();
});
