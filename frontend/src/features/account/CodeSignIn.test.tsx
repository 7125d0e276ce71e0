// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onSessionEvent } from '@/domain/session/session-events';
import { categoriesQuery } from '@/shared/api/site-queries';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { descriptionOf, isOff } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { CodeSignIn } from './CodeSignIn';
import { readSentCode } from './sent-code';

const CUSTOMER = { cus_id: 7, fname: '', lname: '', phone: '+8562055123456', email: '' };
const REQUEST = 'POST /api/auth/code';
const VERIFY = 'POST /api/auth/code/verify';
const sent = () => jsonResponse({ resend_s: 60, expires_s: 600 }, 202);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('scrollTo', () => {});
});

afterEach(() => vi.useRealTimers());

async function open(answers: Parameters<typeof fakeApi>[0]) {
  const requests = fakeApi(answers);
  const onSignedIn = vi.fn();
  await renderPage({
    path: '/shop',
    page: () => <CodeSignIn onSignedIn={onSignedIn} />,
    leadsTo: ['/contact'],
    known: { [categoriesQuery.queryKey[0]]: { data: [] } },
  });
  const bodies = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { bodies, onSignedIn };
}

const identifier = () => screen.findByRole('textbox', { name: 'Phone number or e-mail' });
const code = () => screen.findByRole('textbox', { name: 'Code of six digits' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function requestCode() {
  await userEvent.type(await identifier(), '020 5512 3456');
  await press('Send me a code');
}

it('number and code sign a visitor in', async () => {
  const { bodies, onSignedIn } = await open({
    [REQUEST]: sent,
    [VERIFY]: () => jsonResponse({ customer: CUSTOMER, is_new: true }),
  });
  await requestCode();
  expect(document.activeElement).toBe(await code());
  expect((await code()).getAttribute('autocomplete')).toBe('one-time-code');
  expect(descriptionOf(await code())).toContain('020 5512 3456');
  expect(isOff(screen.getByRole('button', { name: /^New code in/ }))).toBe(true);
  await userEvent.type(await code(), '012 345');
  await press('Confirm the code');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies()).toEqual([
    { identifier: '020 5512 3456', purpose: 'sign_in', language: 'en' },
    { identifier: '020 5512 3456', code: '012 345' },
  ]);
});

it('code that was accepted signs in, also when the code of the merge cannot be loaded', async () => {
  const unsubscribe = onSessionEvent(() => Promise.reject(new TypeError('Failed to fetch')));
  const { onSignedIn } = await open({
    [REQUEST]: sent,
    [VERIFY]: () => jsonResponse({ customer: CUSTOMER, is_new: true }),
  });
  await requestCode();
  await userEvent.type(await code(), '012345');
  await press('Confirm the code');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
  unsubscribe();
});

it('wrong code is explained at its field, and another number can be entered', async () => {
  const { onSignedIn } = await open({
    [REQUEST]: sent,
    [VERIFY]: () =>
      problemResponse(400, { errors: [{ field: 'code', reason: 'wrong_code', message: 'no' }] }),
  });
  await requestCode();
  await userEvent.type(await code(), '000000');
  await press('Confirm the code');
  await screen.findAllByText('The code is wrong or has expired. Ask us for a new one.');
  expect(onSignedIn).not.toHaveBeenCalled();
  await press('Use another number');
  expect(((await identifier()) as HTMLInputElement).value).toBe('020 5512 3456');
});

it.each([
  [409, { reason: 'no_channel' }, 'We can’t send codes there. Please use your password.'],
  [429, {}, 'Too many attempts. Please try again in 1 minute.'],
])('refusal of a code request is explained: %i', async (status, details, text) => {
  await open({ [REQUEST]: () => problemResponse(status, details) });
  await requestCode();
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(await identifier()).toBeTruthy();
});

it('dialog that is opened again continues with the code that was sent', async () => {
  const { bodies, onSignedIn } = await open({
    [REQUEST]: sent,
    [VERIFY]: () => jsonResponse({ customer: CUSTOMER, is_new: true }),
  });
  await requestCode();
  await code();
  cleanup();
  const again = await open({
    [VERIFY]: () => jsonResponse({ customer: CUSTOMER, is_new: true }),
  });
  expect(descriptionOf(await code())).toContain('020 5512 3456');
  expect(isOff(screen.getByRole('button', { name: /^New code in/ }))).toBe(true);
  await userEvent.type(await code(), '012345');
  await press('Confirm the code');
  await waitFor(() => expect(again.onSignedIn).toHaveBeenCalledOnce());
  expect(onSignedIn).not.toHaveBeenCalled();
  expect(bodies()).toHaveLength(1);
  expect(again.bodies()).toEqual([{ identifier: '020 5512 3456', code: '012345' }]);
  cleanup();
  await open({});
  expect(((await identifier()) as HTMLInputElement).value).toBe('');
});

it('code of another number is forgotten', async () => {
  await open({ [REQUEST]: sent });
  await requestCode();
  await code();
  await press('Use another number');
  cleanup();
  await open({});
  expect(await identifier()).toBeTruthy();
});

it('stored code that has expired is not restored', () => {
  const at = Date.now();
  const isRead = (expiresAt: number) => {
    const stored = { identifier: '020', recipient: '020', expiresAt, resendAt: at };
    sessionStorage.setItem('heuan_sent_code', JSON.stringify(stored));
    return readSentCode(at) !== null;
  };
  expect([isRead(at + 1), isRead(at)]).toEqual([true, false]);
});

it('request within the pause of a code leads to its field', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { bodies, onSignedIn } = await open({
    [REQUEST]: () =>
      Response.json(
        { success: false, code: 'resource_exhausted', reason: 'code_sent', message: 'no' },
        { status: 429, headers: { 'retry-after': '42' } },
      ),
    [VERIFY]: () => jsonResponse({ customer: CUSTOMER, is_new: true }),
  });
  // The first displayed pause: it counts down while the test waits.
  let shown: string | null | undefined;
  const observer = new MutationObserver(() => {
    shown ??= screen.queryByRole('button', { name: /^New code in/ })?.textContent;
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  await requestCode();
  expect(descriptionOf(await code())).toContain('We sent a code of six digits to 020 5512 3456.');
  await waitFor(() => expect(shown).toMatch(/^New code in 42 s/));
  observer.disconnect();
  await userEvent.type(await code(), '012345');
  await press('Confirm the code');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies().at(-1)).toEqual({ identifier: '020 5512 3456', code: '012345' });
});

const UNVERIFIED = { reason: 'unverified_account' };

async function openUnverified(verify: (tries: number) => Response) {
  let tries = 0;
  const page = await open({
    [REQUEST]: sent,
    [VERIFY]: () => {
      tries += 1;
      return tries === 1 ? problemResponse(409, UNVERIFIED) : verify(tries);
    },
  });
  await requestCode();
  await userEvent.type(await code(), '012345');
  await press('Confirm the code');
  await screen.findByText(/^An account was registered with 020 5512 3456/);
  return page;
}

it('unconfirmed account is opened by its password', async () => {
  const { bodies, onSignedIn } = await openUnverified((tries) =>
    tries === 2
      ? problemResponse(400, {
          errors: [{ field: 'account_password', reason: 'invalid', message: 'no' }],
        })
      : jsonResponse({ customer: CUSTOMER, is_new: false }),
  );
  const password = screen.getByLabelText('Password');
  await userEvent.type(password, 'wrong horse');
  await press('Log in to this account');
  await screen.findAllByText('The current password is wrong');
  expect(onSignedIn).not.toHaveBeenCalled();
  await userEvent.clear(password);
  await userEvent.type(password, 'correct horse');
  await press('Log in to this account');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies().at(-1)).toEqual({
    identifier: '020 5512 3456',
    code: '012345',
    account_password: 'correct horse',
  });
});

it('account that another person has made is left for a new one', async () => {
  const { bodies, onSignedIn } = await openUnverified(() =>
    jsonResponse({ customer: CUSTOMER, is_new: true }),
  );
  await press('It isn’t mine: start a new account');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies().at(-1)).toEqual({
    identifier: '020 5512 3456',
    code: '012345',
    starts_new_account: true,
  });
});

it('code that has no try left for a password leads back to its field, and to another code', async () => {
  const { bodies, onSignedIn } = await openUnverified((tries) =>
    tries === 2
      ? problemResponse(400, { errors: [{ field: 'code', reason: 'wrong_code', message: 'no' }] })
      : jsonResponse({ customer: CUSTOMER, is_new: true }),
  );
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await press('Log in to this account');
  await screen.findAllByText('The code is wrong or has expired. Ask us for a new one.');
  expect(((await code()) as HTMLInputElement).value).toBe('');
  expect(screen.getByRole('button', { name: /^New code in/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use another number' })).toBeTruthy();
  expect(onSignedIn).not.toHaveBeenCalled();
  await userEvent.type(await code(), '543210');
  await press('Confirm the code');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies().at(-1)).toEqual({ identifier: '020 5512 3456', code: '543210' });
});
