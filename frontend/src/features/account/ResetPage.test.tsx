// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { categoriesQuery } from '@/shared/api/site-queries';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { descriptionOf } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { ResetPage } from './ResetPage';

const VERIFY = 'POST /api/auth/code/verify';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('scrollTo', () => {});
});

async function open(answers: Parameters<typeof fakeApi>[0]) {
  const requests = fakeApi(answers);
  await renderPage({
    path: '/account/reset',
    page: ResetPage,
    leadsTo: ['/account/login', '/account/profile', '/contact'],
    known: { [categoriesQuery.queryKey[0]]: { data: [] } },
  });
  await screen.findByRole('heading', { name: 'New password' });
  return () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

const code = () => screen.getByRole('textbox', { name: 'Code of six digits' });

async function fillIn(digits: string) {
  await userEvent.type(screen.getByLabelText('Phone number or e-mail'), '020 5512 3456');
  await userEvent.type(code(), digits);
  await userEvent.type(screen.getByLabelText('New password'), 'battery staple');
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
}

it('code and new password lead to the login', async () => {
  const sent = await open({ [VERIFY]: () => jsonResponse({}) });
  await fillIn('012 345');
  await screen.findByRole('heading', { name: 'at /account/login' });
  expect(sent()).toEqual([
    { identifier: '020 5512 3456', code: '012 345', password: 'battery staple' },
  ]);
});

it('code that is too short is not sent, and a wrong one is explained at its field', async () => {
  const sent = await open({
    [VERIFY]: () =>
      problemResponse(400, {
        errors: [{ field: 'code', reason: 'wrong_code', message: 'is wrong' }],
      }),
  });
  await fillIn('01234');
  expect(descriptionOf(code())).toBe('Please enter the six digits');
  expect(sent()).toEqual([]);
  await userEvent.type(code(), '6');
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findAllByText('The code is wrong or has expired. Ask us for a new one.');
  expect(sent().length).toBe(1);
});

it('Enter in the field of the number sends the code', async () => {
  const sent = await open({
    'GET /api/auth/code': () => jsonResponse({ phone: true, email: true }),
    'POST /api/auth/code': () => jsonResponse({ resend_s: 60, expires_s: 600 }, 202),
  });
  await userEvent.type(screen.getByLabelText('Phone number or e-mail'), '020 5512 3456{Enter}');
  await until(() => expect(document.activeElement).toBe(code()));
  expect(sent()).toEqual([{ identifier: '020 5512 3456', purpose: 'reset', language: 'en' }]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('account that was never confirmed leads to its password, or to a code that opens it or a new one', async () => {
  const customer = { cus_id: 7, fname: '', lname: '', phone: '+8562055123456', email: '' };
  let tries = 0;
  const sent = await open({
    'GET /api/auth/code': () => jsonResponse({ phone: true, email: false }),
    'POST /api/auth/code': () => jsonResponse({ resend_s: 60, expires_s: 600 }, 202),
    [VERIFY]: () => {
      tries += 1;
      if (tries === 1) return problemResponse(409, { reason: 'unverified' });
      if (tries === 2) return problemResponse(409, { reason: 'unverified_account' });
      return jsonResponse({ customer, is_new: true });
    },
  });
  await fillIn('012345');
  expect((await screen.findByRole('alert')).textContent).toContain('has confirmed this account');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Log in first');
  expect(screen.queryByText('New password')).toBeNull();
  const login = screen.getByRole('link', { name: 'Log in' });
  expect(login.getAttribute('href')).toBe('/account/login');
  await userEvent.click(screen.getByRole('button', { name: 'Send me a code' }));
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Code of six digits' }),
    '543210',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Confirm the code' }));
  await userEvent.click(
    await screen.findByRole('button', { name: 'It isn’t mine: start a new account' }),
  );
  await screen.findByRole('heading', { name: 'at /account/profile' });
  expect(sent().slice(1)).toEqual([
    { identifier: '020 5512 3456', purpose: 'sign_in', language: 'en' },
    { identifier: '020 5512 3456', code: '543210' },
    { identifier: '020 5512 3456', code: '543210', starts_new_account: true },
  ]);
});
