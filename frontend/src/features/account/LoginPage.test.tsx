// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { onSessionEvent } from '@/domain/session/session-events';
import { categoriesQuery } from '@/shared/api/site-queries';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { descriptionOf } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { LoginPage } from './LoginPage';

const CUSTOMER = { cus_id: 7, fname: 'A', lname: 'B', phone: '+8562055123456', email: '' };
const LOGIN = 'POST /api/auth/login';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => {});
});

async function open(redirect = '') {
  return renderPage({
    path: '/account/login',
    page: LoginPage,
    at: `/account/login${redirect && `?redirect=${encodeURIComponent(redirect)}`}`,
    leadsTo: ['/', '/checkout', '/account/register', '/account/reset', '/contact'],
    known: { [categoriesQuery.queryKey[0]]: { data: [] } },
  });
}

const identifier = () => screen.findByRole('textbox', { name: 'Phone number or e-mail' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Log in' }));

it('empty form names the missing fields and focuses the first', async () => {
  const requests = fakeApi({});
  const user = userEvent.setup();
  await open();
  await identifier();
  await press(user);
  expect(document.activeElement).toBe(await identifier());
  expect(descriptionOf(await identifier())).toBe('Please enter your phone number or e-mail');
  expect(descriptionOf(password())).toBe('Please enter your password');
  expect(screen.getByRole('alert').textContent).toContain('Please check 2 fields');
  expect(requests.filter(({ path }) => path.endsWith('login'))).toEqual([]);
});

it('password can be shown and hidden', async () => {
  fakeApi({});
  const user = userEvent.setup();
  await open();
  await identifier();
  expect(password().getAttribute('type')).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password().getAttribute('type')).toBe('text');
  expect(password().getAttribute('autocomplete')).toBe('current-password');
});

it('login leads back to the page of origin with its query', async () => {
  fakeApi({ [LOGIN]: () => jsonResponse({ customer: CUSTOMER }) });
  const user = userEvent.setup();
  const { router } = await open('/la/checkout?buyNow=true');
  await user.type(await identifier(), '020 5512 3456');
  await user.type(password(), 'correct horse');
  await press(user);
  await screen.findByRole('heading', { name: 'at /checkout' });
  expect(router.state.location.href).toBe('/checkout?buyNow=true');
});

it('login leads on, also when the code of the merge cannot be loaded', async () => {
  const unsubscribe = onSessionEvent(() => Promise.reject(new TypeError('Failed to fetch')));
  fakeApi({ [LOGIN]: () => jsonResponse({ customer: CUSTOMER }) });
  const user = userEvent.setup();
  await open();
  await user.type(await identifier(), 'a@b.la');
  await user.type(password(), 'correct horse');
  await press(user);
  await screen.findByRole('heading', { name: 'at /' });
  unsubscribe();
});

it('login never leads to another site', async () => {
  fakeApi({ [LOGIN]: () => jsonResponse({ customer: CUSTOMER }) });
  const user = userEvent.setup();
  await open('//evil.example');
  await user.type(await identifier(), 'a@b.la');
  await user.type(password(), 'correct horse');
  await press(user);
  await screen.findByRole('heading', { name: 'at /' });
});

it.each([
  [
    () => problemResponse(401, { code: 'unauthenticated', reason: 'credentials' }),
    'The phone number, e-mail or password is wrong',
  ],
  [
    () => Response.json({}, { status: 429, headers: { 'retry-after': '90' } }),
    'Too many attempts. Please try again in 2 minutes.',
  ],
  [
    () => problemResponse(403, { code: 'permission_denied', reason: 'blocked' }),
    /^Your account is blocked.*Write to us$/,
  ],
  [() => Promise.reject(new TypeError('offline')), /^No connection/],
])('refused login shows the reason', async (refuse, text) => {
  fakeApi({ [LOGIN]: refuse });
  const user = userEvent.setup();
  await open();
  await user.type(await identifier(), 'a@b.la');
  await user.type(password(), 'wrong horse');
  await press(user);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(text));
  expect(password().value).toBe('wrong horse');
});
