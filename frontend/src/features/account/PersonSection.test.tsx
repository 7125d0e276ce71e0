// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { profileQuery } from './account-api';
import { PersonSection } from './PersonSection';

const PROFILE = {
  cus_id: 7,
  fname: 'Noy',
  lname: 'Keo',
  phone: '+8562055123456',
  email: 'noy@example.com',
  role: 'customer',
  created_at: '2026-11-21T00:00:00+07:00',
  phone_verified: false,
  email_verified: true,
};

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => {});
});

function Page() {
  const { data } = useQuery(profileQuery);
  return data && <PersonSection customer={data.data} />;
}

async function open(change: object = {}, phone = true) {
  const requests = fakeApi({
    'GET /api/auth/profile': () => jsonResponse({ ...PROFILE, ...change }),
    'GET /api/auth/code': () => jsonResponse({ phone, email: true }),
    'POST /api/auth/code': () => jsonResponse({ resend_s: 60, expires_s: 600, recipient: '' }, 202),
    'POST /api/auth/profile/verify': ({ body }) =>
      (body as { code: string }).code === '012345'
        ? jsonResponse({ ...PROFILE, phone_verified: true })
        : problemResponse(400, {
            errors: [{ field: 'code', reason: 'wrong_code', message: 'no' }],
          }),
  });
  await renderPage({ path: '/account/profile', page: Page, leadsTo: ['/contact'] });
  await screen.findByText('Noy Keo');
  return { requests };
}

it('unconfirmed phone number is confirmed by a code', async () => {
  const { requests } = await open();
  await screen.findByText('Not confirmed yet');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  const code = await screen.findByRole('textbox', { name: 'Code of six digits' });
  await userEvent.type(code, '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findAllByText('The code is wrong or has expired. Ask us for a new one.');
  await userEvent.clear(code);
  await userEvent.type(code, '012345');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await until(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(screen.queryByText('Not confirmed yet')).toBeNull();
  const bodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(bodies[0]).toMatchObject({ identifier: '+8562055123456', purpose: 'verify' });
  expect(bodies.at(-1)).toEqual({ identifier: '+8562055123456', code: '012345' });
});

it('number that the shop cannot send codes to is not to be confirmed', async () => {
  await open({}, false);
  await until(() => expect(screen.queryByText('Not confirmed yet')).toBeNull());
});

it('customer who has lost the number must enter another one', async () => {
  await open({ phone: '', email: '' });
  await screen.findByText(/^Another person has confirmed your phone number/);
});
