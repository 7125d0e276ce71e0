// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ChatMessage } from '@/shared/live/live-events';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { MessageBody } from './MessageBody';

const MESSAGE: ChatMessage = {
  msdtid: 1,
  cus_id: 7,
  seq: 1,
  sms: '',
  smstype: 'user',
  cus_usertype: 'staff',
  msdate: '2026-11-21T15:20:00+07:00',
  url: '',
  fname: 'Kham',
  lname: '',
  cus_tel: '',
  likes: 0,
  isLiked: false,
  client_id: '',
  width: 0,
  height: 0,
  linkPreviews: [],
};
const show = (more: Partial<ChatMessage>) =>
  renderPage({
    path: '/',
    page: () => <MessageBody message={{ ...MESSAGE, ...more }} isOwn={false} />,
    leadsTo: ['/promotion'],
  });

const preview = (url: string) => ({
  url,
  title: 'A guide to sofas',
  description: '',
  image: '',
  domain: 'a.example',
});

it.each([
  ['/la/promotion?type=tiles#now', '/promotion?type=tiles#now'],
  ['https://a.example/sofas', 'https://a.example/sofas'],
])('deep link to another page is a link: %s', async (url, href) => {
  fakeApi({});
  await show({ smstype: 'deeplink', sms: 'Look', url });
  const link = await screen.findByRole('link', { name: url });
  expect(link.getAttribute('href')).toBe(href);
});

it.each(['javascript:alert(1)', '//evil.example', 'tel:1', ''])(
  'deep link to another site is not followed: %s',
  async (url) => {
    fakeApi({});
    await show({ smstype: 'deeplink', sms: 'Look', url });
    await screen.findByText('Look');
    expect(screen.queryByRole('link')).toBeNull();
  },
);

it('preview in the message: shown without a request', async () => {
  const requests = fakeApi({});
  await show({ sms: 'https://a.example#top', linkPreviews: [preview('https://a.example/')] });
  await screen.findByText('A guide to sofas');
  expect(requests).toEqual([]);
});

it('preview requested: loading, then its title', async () => {
  let respond = (_: Response) => {};
  const response = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  const requests = fakeApi({ 'POST /api/link-preview': () => response });
  await show({ sms: 'https://a.example/x' });
  await screen.findByRole('status', { name: 'Loading' });
  expect(screen.getByText('https://a.example/x')).toBeDefined();
  respond(jsonResponse(preview('https://a.example/x')));
  await screen.findByText('A guide to sofas');
  expect(requests.map(({ body }) => body)).toEqual([{ url: 'https://a.example/x' }]);
});

it('link to a product of this shop is a product card without a preview', async () => {
  const product = { pro_id: 7, pro_name_la: 'ຊີມັງ', pro_name_en: 'Cement', price: 58_000 };
  const requests = fakeApi({ 'GET /api/v1/product/7': () => jsonResponse(product) });
  await show({ sms: `Take ${location.origin}/la/shop/7` });
  const name = await screen.findByText('Cement');
  expect(name.closest('[data-product-card]')?.getAttribute('href')).toBe('/shop/7');
  expect(requests.map(({ path }) => path)).toEqual(['/api/v1/product/7']);
});

it('failed preview shows the domain only', async () => {
  fakeApi({ 'POST /api/link-preview': () => problemResponse(422) });
  await show({ sms: 'https://www.a.example/x' });
  await waitFor(() =>
    expect(document.querySelector('[data-link-card="error"]')?.textContent).toBe('a.example'),
  );
});
