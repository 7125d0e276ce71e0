// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import type { Profile } from './account-api';
import { confirmationRecipient } from './confirmation-recipient';
import { PersonForm } from './PersonForm';

const CUSTOMER = {
  fname: 'Noy',
  lname: 'K',
  phone: '+8562055123456',
  email: 'noy@a.example',
  phone_verified: true,
  email_verified: true,
} as Profile;
const WAIT = { timeout: 60_000 };
const done = vi.fn();

function Page() {
  return <PersonForm customer={CUSTOMER} onDone={done} />;
}

const CHANNELS = { 'GET /api/auth/code': () => jsonResponse({ phone: true, email: true }) };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.clearAllMocks();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=7');
});

it('error of the password is gone once a code is chosen instead', async () => {
  fakeApi({
    ...CHANNELS,
    'PUT /api/auth/profile': () =>
      problemResponse(400, {
        errors: [
          { field: 'current_password', message: 'is wrong' },
          { field: 'phone_code', message: 'is wrong' },
        ],
      }),
  });
  const user = userEvent.setup();
  await renderPage({ path: '/', page: Page });
  const phone = await screen.findByRole('textbox', { name: /Phone/ }, WAIT);
  await user.clear(phone);
  await user.type(phone, '020 5512 9999');
  await user.type(await screen.findByLabelText(/Current password/, {}, WAIT), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('alert', {}, WAIT);
  // The summary lists several errors; one alone is shown at its field only.
  await user.click(screen.getByRole('button', { name: /Get a code/ }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), WAIT);
});

it('texts typed before the session ended are there again for the same customer, but no password', async () => {
  fakeApi(CHANNELS);
  const user = userEvent.setup();
  const first = await renderPage({ path: '/', page: Page });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /First name/ }, WAIT);
  await user.clear(name);
  await user.type(name, 'Khamla');
  await user.clear(screen.getByRole('textbox', { name: /E-?mail/i }));
  await user.type(await screen.findByLabelText(/Current password/, {}, WAIT), 'secret-1');
  expect(sessionStorage.getItem('heuan_form_drafts')).not.toContain('secret-1');
  first.client.clear();
  cleanup();
  await renderPage({ path: '/', page: Page });
  const again = await screen.findByRole<HTMLInputElement>('textbox', { name: /First name/ }, WAIT);
  expect(again.value).toBe('Khamla');
  cleanup();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=8');
  await renderPage({ path: '/', page: Page });
  const other = await screen.findByRole<HTMLInputElement>('textbox', { name: /First name/ }, WAIT);
  expect(other.value).toBe('Noy');
});

it('cancelled form keeps no draft', async () => {
  fakeApi(CHANNELS);
  const user = userEvent.setup();
  await renderPage({ path: '/', page: Page });
  await user.type(await screen.findByRole('textbox', { name: /First name/ }, WAIT), 'x');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(done).toHaveBeenCalledWith(null);
  expect(sessionStorage.getItem('heuan_form_drafts')).toBeNull();
});

it.each([
  [true, true, '020 5512 3456'],
  [false, false, '020 5512 3456'],
  [false, true, 'noy@a.example'],
])(
  'code of a changed number goes to the verified one: phone %s, e-mail %s',
  async (phone_verified, email_verified, recipient) => {
    const customer = { ...CUSTOMER, phone_verified, email_verified };
    fakeApi(CHANNELS);
    const user = userEvent.setup();
    const page = () => <PersonForm customer={customer} onDone={done} />;
    await renderPage({ path: '/', page });
    const phone = await screen.findByRole('textbox', { name: /Phone/ }, WAIT);
    await user.clear(phone);
    await user.type(phone, '020 5512 9999');
    await user.click(await screen.findByRole('button', { name: /Get a code/ }, WAIT));
    const field = await screen.findByRole('textbox', { name: `Code sent to ${recipient}` }, WAIT);
    expect(field).toBeTruthy();
  },
);

it('code goes to what the shop reaches', () => {
  const only = (channels: { phone: boolean; email: boolean }) =>
    confirmationRecipient({ ...CUSTOMER, phone_verified: false, email_verified: true }, channels);
  expect(only({ phone: true, email: false })).toBe('020 5512 3456');
  expect(only({ phone: false, email: true })).toBe('noy@a.example');
  expect(only({ phone: false, email: false })).toBe('');
});
