// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { StaffMessagesPage } from './StaffMessagesPage';
import type { ContactMessage } from './staff-messages-api';

const MESSAGES = '/api/staff/messages';
const message = (change: Partial<ContactMessage> = {}): ContactMessage => ({
  contact_id: 7,
  at: '2026-11-21T15:31:00+07:00',
  cus_id: 12,
  sender_type: 4,
  topic: 3,
  name: 'Khamla Ins',
  phone: '+8562022110193',
  email: 'khamla@heuan.example',
  message: 'Do you deliver\nto Sekong?',
  done_at: null,
  done_by: null,
  ...change,
});

/** Opens the page with a fake server that stores the state of messages. */
async function open(at: string, messages: ContactMessage[], next: number | null = null) {
  const patch = (id: number, done: boolean) => {
    const found = messages.find(({ contact_id }) => contact_id === id);
    if (!found) return problemResponse(404);
    found.done_at = done ? '2026-11-21T16:00:00+07:00' : null;
    found.done_by = done ? 'Chantha' : null;
    return jsonResponse(found);
  };
  const requests = fakeApi({
    [`GET ${MESSAGES}`]: ({ url }) => {
      const isOpen = ({ done_at }: ContactMessage) => done_at === null;
      const data = url.includes('open=true') ? messages.filter(isOpen) : messages;
      const open = messages.filter(isOpen).length;
      return Response.json({ success: true, data, next_before: next, open });
    },
    [`PATCH ${MESSAGES}/7`]: ({ body }) => patch(7, (body as { done: boolean }).done),
    [`PATCH ${MESSAGES}/8`]: () => problemResponse(400, { code: 'invalid_argument' }),
  });
  const { router } = await renderPage({
    path: '/staff/messages',
    at,
    page: () => <StaffMessagesPage />,
    leadsTo: ['/staff/$cusId', '/staff/orders'],
  });
  return {
    address: () => router.state.location.searchStr,
    lists: () => requests.filter(({ path }) => path === MESSAGES).map(({ url }) => url),
    sent: () => requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body),
  };
}

const DONE = 'Mark as done: message from Khamla Ins';
const REOPEN = 'Reopen: message from Khamla Ins';

it('message has its sender, topic and text, with call, mail and chat', async () => {
  const { lists } = await open('/staff/messages', [message()]);
  const row = within(await screen.findByRole('listitem'));
  expect(lists()).toEqual([`${MESSAGES}?limit=50&open=true`]);
  row.getByText('Product inquiry');
  row.getByText(/Organisation or agency/);
  expect(row.getByText(/Do you deliver/).textContent).toBe('Do you deliver\nto Sekong?');
  const link = (name: RegExp) => row.getByRole('link', { name }).getAttribute('href');
  expect(link(/^Call Khamla Ins/)).toBe('tel:02022110193');
  expect(link(/^E-mail Khamla Ins/)).toBe('mailto:khamla@heuan.example');
  expect(link(/^Chat$/)).toContain('/staff/12');
});

it('message of a visitor has no link to a chat', async () => {
  await open('/staff/messages', [message({ cus_id: null, phone: null })]);
  const row = within(await screen.findByRole('listitem'));
  expect(row.queryByRole('link', { name: 'Chat' })).toBeNull();
  expect(row.queryByRole('link', { name: /^Call/ })).toBeNull();
});

it('message marked as done is removed from the open ones, and undo restores it', async () => {
  const { sent } = await open('/staff/messages', [message()]);
  await userEvent.click(await screen.findByRole('button', { name: DONE }));
  await screen.findByRole('heading', { name: 'No open messages' });
  await screen.findByText('Done: message from Khamla Ins');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: DONE });
  expect(sent()).toEqual([{ done: true }, { done: false }]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('done message shows the person and can be reopened', async () => {
  const done = message({ done_at: '2026-11-21T16:00:00+07:00', done_by: 'Chantha' });
  const { sent, lists } = await open('/staff/messages?view=all', [done]);
  const row = within(await screen.findByRole('listitem'));
  expect(lists()).toEqual([`${MESSAGES}?limit=50`]);
  row.getByText('Done by Chantha, 21 Nov 2026, 16:00');
  await userEvent.click(row.getByRole('button', { name: REOPEN }));
  await screen.findByRole('button', { name: DONE });
  expect(sent()).toEqual([{ done: false }]);
});

it('message stays open when marking fails', async () => {
  await open('/staff/messages', [message({ contact_id: 8 })]);
  await userEvent.click(await screen.findByRole('button', { name: DONE }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: DONE })).toHaveProperty('disabled', false),
  );
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('page and view are in the URL', async () => {
  const { address } = await open('/staff/messages?view=all', [message()], 7);
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('?view=all&before=7&page=2'));
  await userEvent.click(screen.getByRole('link', { name: /^Open/ }));
  await waitFor(() => expect(address()).toBe(''));
});

it('page beyond the last open message leads to the first', async () => {
  const { address } = await open('/staff/messages?before=3&page=2', []);
  await waitFor(() => expect(address()).toBe(''));
  await screen.findByRole('heading', { name: 'No open messages' });
});

it('failed list shows an error', async () => {
  fakeApi({ [`GET ${MESSAGES}`]: () => problemResponse(403, { reason: 'role' }) });
  await renderPage({ path: '/staff/messages', page: () => <StaffMessagesPage /> });
  await screen.findByRole('heading', { name: 'Your role does not allow this' });
});
