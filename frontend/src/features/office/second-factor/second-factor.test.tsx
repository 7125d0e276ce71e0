// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { RenewCodes } from './RenewCodes';
import { SetUpFactor } from './SetUpFactor';
import { TemporaryPassword } from './TemporaryPassword';
import { VerifyFactor } from './VerifyFactor';

const PATH = '/api/staff/second-factor';

it('wrong code is reported at its field, and a correct one opens the back office', async () => {
  const requests = fakeApi({
    [`POST ${PATH}/verify`]: ({ body }) =>
      (body as { code: string }).code === '123456'
        ? jsonResponse({})
        : problemResponse(400, { field: 'code', errors: [{ field: 'code', message: 'is wrong' }] }),
  });
  await renderPage({ path: '/staff', at: '/staff', page: () => <VerifyFactor /> });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Enter the code.')).toBeTruthy();
  const field = screen.getByLabelText('Code');
  await user.type(field, '000000{Enter}');
  expect(await screen.findByText(/This code is wrong or was used before/)).toBeTruthy();
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  await waitFor(() =>
    expect(requests.filter(({ path }) => path === `${PATH}/verify`)).toHaveLength(2),
  );
  await waitFor(() => expect(screen.queryByText(/This code is wrong/)).toBeNull());
});

it('temporary password is replaced by another one', async () => {
  const requests = fakeApi({ 'POST /api/auth/password': () => jsonResponse({}) });
  await renderPage({ path: '/staff', at: '/staff', page: () => <TemporaryPassword /> });
  const user = userEvent.setup();
  const save = await screen.findByRole('button', { name: 'Save and continue' });
  await user.type(screen.getByLabelText('Temporary password'), 'kh4mm0yd7wq2hn5t');
  await user.type(screen.getByLabelText('New password'), 'kh4mm0yd7wq2hn5t');
  await user.click(save);
  expect(await screen.findByText(/must be different from the old one/i)).toBeTruthy();
  expect(requests).toEqual([]);
  await user.type(screen.getByLabelText('New password'), ' of my own');
  await user.click(save);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({
    current: 'kh4mm0yd7wq2hn5t',
    new: 'kh4mm0yd7wq2hn5t of my own',
  });
});

it('setup requires the password, shows the app key, then recovery codes', async () => {
  const requests = fakeApi({
    [`POST ${PATH}`]: () =>
      jsonResponse({ secret: 'GEZDGNBV', url: 'otpauth://totp/Heuan:020?secret=GEZDGNBV' }, 201),
    [`POST ${PATH}/confirm`]: () =>
      jsonResponse({ recovery_codes: ['k7mq2-xw9fa', '3h8vn-0ptrc'] }),
  });
  await renderPage({ path: '/staff/security', at: '/staff/security', page: () => <SetUpFactor /> });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Current password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Set up' }));
  expect(
    await screen.findByRole('img', { name: 'QR code for the authenticator app' }),
  ).toBeTruthy();
  expect(screen.getByText('GEZDGNBV')).toBeTruthy();
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: '2. Turn on' }));
  expect(await screen.findByText('k7mq2-xw9fa')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(requests.map(({ body }) => body)).toContainEqual({ current_password: 'correct horse' });
});

it('new recovery codes need a code of the app, and are shown once', async () => {
  const requests = fakeApi({
    [`POST ${PATH}/recovery-codes`]: ({ body }) =>
      (body as { code: string }).code === '123456'
        ? jsonResponse({ recovery_codes: ['k7mq2-xw9fa', '3h8vn-0ptrc'] })
        : problemResponse(400, { field: 'code', errors: [{ field: 'code', message: 'is wrong' }] }),
  });
  await renderPage({ path: '/staff/security', at: '/staff/security', page: () => <RenewCodes /> });
  const user = userEvent.setup();
  const field = await screen.findByLabelText('Code');
  await user.type(field, '000000{Enter}');
  expect(await screen.findByText(/This code is wrong or was used before/)).toBeTruthy();
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  expect(await screen.findByText('k7mq2-xw9fa')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(screen.queryByText('k7mq2-xw9fa')).toBeNull();
  expect(requests.filter(({ path }) => path === `${PATH}/recovery-codes`)).toHaveLength(2);
});
