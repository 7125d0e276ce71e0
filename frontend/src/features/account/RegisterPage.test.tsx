// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { categoriesQuery } from '@/shared/api/site-queries';
import { toast } from '@/shared/ui/toast';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { descriptionOf, isInvalid } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import { codeChannelsQuery } from './account-api';
import { RegisterPage } from './RegisterPage';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => {});
});

const open = (language: 'la' | 'en' = 'la') =>
  renderPage({
    path: '/account/register',
    page: RegisterPage,
    leadsTo: ['/', '/terms', '/privacy-policy', '/account/login', '/account/profile'],
    language,
    known: { [categoriesQuery.queryKey[0]]: { data: [] } },
  });

it('invalid form focuses the first field in visual order', async () => {
  fakeApi({});
  const user = userEvent.setup();
  await open();
  const fname = await screen.findByRole('textbox', { name: 'ຊື່' });
  await user.click(screen.getByRole('button', { name: 'ສ້າງບັນຊີ' }));
  await waitFor(() => expect(descriptionOf(fname)).toBe('ກະລຸນາໃສ່ຊື່'));
  expect(document.activeElement).toBe(fname);
  const errors = within(screen.getByRole('alert')).getAllByRole('button');
  expect(errors.map(({ textContent }) => textContent)).toEqual([
    'ກະລຸນາໃສ່ຊື່',
    'ກະລຸນາໃສ່ນາມສະກຸນ',
    'ກະລຸນາໃສ່ເບີໂທ ຫຼື ອີເມວ',
    'ລະຫັດຜ່ານຕ້ອງມີ 8\u00a0ຕົວຂຶ້ນໄປ',
  ]);
  await user.click(errors[3] as HTMLElement);
  expect(document.activeElement).toBe(screen.getByLabelText('ລະຫັດຜ່ານ'));
});

it('validation error of the server is shown at its field in the language of the page', async () => {
  const requests = fakeApi({
    'POST /api/auth/register': () =>
      problemResponse(409, {
        reason: 'taken',
        errors: [
          { field: 'phone', message: 'is taken' },
          { field: 'email', message: 'is taken' },
        ],
      }),
  });
  const user = userEvent.setup();
  await open();
  const phone = await screen.findByRole('textbox', { name: 'ເບີໂທ' });
  await user.type(screen.getByRole('textbox', { name: 'ຊື່' }), 'ບຸນມີ');
  await user.type(screen.getByRole('textbox', { name: 'ນາມສະກຸນ' }), 'ແກ້ວວົງສາ');
  await user.type(phone, '໐໒໐ ໕໕໑໒ ໓໔໕໖');
  await user.type(screen.getByRole('textbox', { name: /ອີເມວ/ }), 'a@b.la');
  await user.type(screen.getByLabelText('ລະຫັດຜ່ານ'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'ສ້າງບັນຊີ' }));

  await waitFor(() => expect(descriptionOf(phone)).toBe('ເບີນີ້ມີບັນຊີແລ້ວ. ເຂົ້າສູ່ລະບົບ ຫຼື ໃຊ້ເບີອື່ນ.'));
  expect(document.activeElement).toBe(phone);
  expect(isInvalid(screen.getByRole('textbox', { name: /ອີເມວ/ }))).toBe(true);
  expect(requests.find(({ path }) => path.endsWith('register'))?.body).toMatchObject({
    phone: '020 5512 3456',
  });
});

const REGISTERED = { cus_id: 7, fname: 'Noy', lname: 'Keo', phone: '+8562055123456', email: '' };

async function registerWith(channels: { phone: boolean; email: boolean }) {
  const info = vi.spyOn(toast, 'info').mockClear();
  const requests = fakeApi({
    'GET /api/auth/code': () => jsonResponse(channels),
    'POST /api/auth/register': () => jsonResponse({ customer: REGISTERED }, 201),
  });
  const { client } = await open('en');
  await userEvent.type(await screen.findByRole('textbox', { name: 'First name' }), 'Noy');
  await userEvent.type(screen.getByRole('textbox', { name: 'Family name' }), 'Keo');
  await userEvent.type(screen.getByRole('textbox', { name: /^Phone/ }), '020 5512 3456');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await waitFor(() => expect(client.getQueryData(codeChannelsQuery.queryKey)).toBeTruthy());
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByRole('heading', { name: 'at /' });
  expect(requests.some(({ path }) => path === '/api/auth/register')).toBe(true);
  return info.mock.calls;
}

it('registration offers to confirm the number, which the profile does', async () => {
  const [offered] = await registerWith({ phone: true, email: false });
  expect(offered?.[0]).toBe('Confirm your number or e-mail now, in case you forget your password.');
  act(() => offered?.[1]?.action?.onClick());
  await screen.findByRole('heading', { name: 'at /account/profile' });
});

it('registration offers no confirmation if no code reaches the number', async () => {
  expect(await registerWith({ phone: false, email: true })).toEqual([]);
});
