// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { createContent } from './content-api';

it('pasted contacts of a branch are sent without invisible characters', async () => {
  const requests = fakeApi({ 'POST /api/staff/content/branch': () => jsonResponse({}) });
  await createContent('branch', {
    b_name: 'ສາຂາ',
    b_f_phone: '\u202A021 330 000\u202C',
    b_email: ' shop\u200B\uFF20heuan.la ',
  });
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    body: { b_name: 'ສາຂາ', b_f_phone: '021 330 000', b_email: 'shop@heuan.la' },
  });
});
