// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { StaffNewsPage } from './StaffNewsPage';
import type { News, NewsText } from './staff-news-api';

const NEWS = '/api/staff/news';
const AT = '2026-11-21T15:31:00+07:00';
const text: NewsText = {
  title: 'ຫຼຸດລາຄາ',
  body: 'ກະເບື້ອງ',
  title_en: 'Sale',
  body_en: 'All tiles',
  title_th: '',
  body_th: '',
  title_cn: '',
  body_cn: '',
  title_vn: '',
  body_vn: '',
  link: '/promotion',
};
const news = (change: Partial<News> = {}): News => ({
  news_id: 3,
  text,
  state: 'sending',
  author_id: 7,
  recipients: 40,
  written: 20,
  waiting: 15,
  sent: 5,
  failed: 0,
  not_configured: 0,
  created_at: AT,
  ended_at: null,
  ...change,
});

async function open(listed: News[]) {
  const requests = fakeApi({
    [`GET ${NEWS}`]: () =>
      Response.json({ success: true, data: listed, next_before: null, recipients: 40 }),
    [`POST ${NEWS}/preview`]: ({ body }) => {
      const sent = body as NewsText;
      if (sent.title_en === '') {
        return problemResponse(400, {
          field: 'title_en',
          errors: [{ field: 'title_en', reason: 'required', message: 'is needed' }],
        });
      }
      if (sent.title_th !== '' && sent.body_th === '') {
        return problemResponse(400, {
          field: 'body_th',
          errors: [{ field: 'body_th', reason: 'required', message: 'is needed' }],
        });
      }
      const preview = { language: 'en', subject: 'Sale', text: 'All tiles', html: '', parts: 2 };
      return jsonResponse({
        previews: [{ ...preview, short_text: 'Heuan: Sale' }],
        recipients: 40,
      });
    },
    [`POST ${NEWS}`]: () => {
      listed.unshift(news());
      return jsonResponse(news(), 201);
    },
    [`POST ${NEWS}/3/cancel`]: () => {
      listed[0] = news({ state: 'cancelled', waiting: 0, ended_at: AT });
      return jsonResponse(listed[0]);
    },
  });
  await renderPage({ path: '/staff/news', page: StaffNewsPage });
  return () => requests.filter(({ method, path }) => method === 'POST' && path === NEWS);
}

async function write() {
  const [lao, english] = await screen.findAllByLabelText(/^Title/);
  const [laoText, englishText] = screen.getAllByLabelText(/^Text/);
  for (const [field, value] of [
    [lao, text.title],
    [english, text.title_en],
    [laoText, text.body],
    [englishText, text.body_en],
  ] as const) {
    await userEvent.type(field as HTMLElement, value);
  }
}

it('news are sent after the preview', async () => {
  const sent = await open([]);
  await write();
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  const preview = await screen.findByRole('region', { name: 'Preview' });
  within(preview).getByText('Heuan: Sale');
  within(preview).getByText('Goes to 40 customers who agreed');
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  await screen.findByText('5 of 40 sent');
});

it('missing text is reported, and no request is sent', async () => {
  const sent = await open([]);
  await screen.findAllByLabelText(/^Title/);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  const [, english] = await screen.findAllByLabelText(/^Title/);
  await waitFor(() => expect(english?.getAttribute('aria-invalid')).toBe('true'));
  expect(sent()).toEqual([]);
});

it('text in a further language is optional, and a title without a text is reported', async () => {
  const sent = await open([]);
  await write();
  const more = screen.getByText('Thai, Chinese and Vietnamese (optional)').closest('details');
  const thai = within(more as HTMLElement);
  await userEvent.type(thai.getAllByLabelText(/^Title/)[0] as HTMLElement, 'ลดราคา');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  const [body] = thai.getAllByLabelText(/^Text/);
  await waitFor(() => expect(body?.getAttribute('aria-invalid')).toBe('true'));
  expect(more?.open).toBe(true);
  await userEvent.type(body as HTMLElement, 'กระเบื้อง');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByRole('region', { name: 'Preview' });
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ title_th: 'ลดราคา', body_th: 'กระเบื้อง', title_vn: '' });
});

it('news that are being sent can be cancelled', async () => {
  await open([news()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel sending: Sale' }));
  await screen.findByText('Cancelled');
  expect(screen.queryByRole('button', { name: /Cancel sending/ })).toBeNull();
});

it('page of the news is in the URL', async () => {
  const requests = fakeApi({
    [`GET ${NEWS}`]: ({ url }) =>
      Response.json({
        success: true,
        data: [news({ state: 'completed' })],
        next_before: url.includes('before=') ? null : 3,
        recipients: 40,
      }),
  });
  const { router } = await renderPage({ path: '/staff/news', page: StaffNewsPage });
  const address = () => router.state.location.searchStr;
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('?before=3&page=2'));
  await waitFor(() => expect(requests.at(-1)?.url).toContain('before=3'));
  await screen.findByText('Page 2');
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(address()).toBe(''));
});

it('news of an earlier page are opened by their URL', async () => {
  const requests = fakeApi({
    [`GET ${NEWS}`]: () =>
      Response.json({ success: true, data: [news()], next_before: null, recipients: 40 }),
  });
  await renderPage({ path: '/staff/news', at: '/staff/news?before=3&page=2', page: StaffNewsPage });
  await screen.findByText('Page 2');
  expect(requests[0]?.url).toContain('before=3');
});
