// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { ConversationList } from './ConversationList';
import { QuickReplyMenu } from './QuickReplyMenu';

const LIST = '/api/auth/staff/conversations';
const CONVERSATION = {
  cus_id: 12,
  fname: 'Noy',
  lname: 'Keo',
  cus_tel: '',
  last_message: null,
  unread: 1,
  claimed_by: null,
  updated_at: '2026-11-21T15:31:00+07:00',
};

async function open(at: string, answer?: () => Response | Promise<Response>) {
  const requests = fakeApi({
    [`GET ${LIST}`]:
      answer ??
      (() =>
        Response.json({
          success: true,
          data: [CONVERSATION],
          next_cursor: null,
          unread_conversations: 1,
        })),
  });
  const { router } = await renderPage({
    path: '/staff/chat',
    at,
    page: () => <ConversationList online={new Set()} />,
    leadsTo: ['/staff/$cusId', '/staff/orders'],
  });
  return {
    router,
    address: () => router.state.location.searchStr,
    back: () => router.history.back(),
    lists: () => requests.map(({ url }) => url),
  };
}

it('search and filter of the conversations are in the URL, and in those of the conversations', async () => {
  const { address, lists } = await open('/staff/chat');
  await userEvent.click(await screen.findByRole('button', { name: 'Unread' }));
  await waitFor(() => expect(address()).toBe('?filter=unread'));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search customers' }), ' noy ');
  await waitFor(() => expect(address()).toBe('?filter=unread&search=noy'));
  await waitFor(() => expect(lists().at(-1)).toMatch(/search=noy.*unread=true/));
  const row = await screen.findByRole('link', { name: /Noy Keo/ });
  expect(row.getAttribute('href')).toBe('/staff/12?search=noy&filter=unread');
  await userEvent.click(screen.getByRole('button', { name: 'All' }));
  await waitFor(() => expect(address()).toBe('?search=noy'));
});

it('search and filter of the URL are those of the list', async () => {
  const { lists } = await open('/staff/chat?filter=mine&search=2055123456');
  const field = await screen.findByRole<HTMLInputElement>('searchbox');
  expect(field.value).toBe('2055123456');
  expect(lists()[0]).toMatch(/mine=true.*search=2055123456/);
  expect(screen.getByRole('button', { name: 'Mine' }).getAttribute('aria-pressed')).toBe('true');
});

it('back button undoes filter and search', async () => {
  const { address, back } = await open('/staff/chat?filter=mine');
  const field = await screen.findByRole<HTMLInputElement>('searchbox');
  await userEvent.type(field, 'noy');
  await waitFor(() => expect(address()).toBe('?filter=mine&search=noy'));
  await userEvent.click(screen.getByRole('button', { name: 'Unread' }));
  await waitFor(() => expect(address()).toBe('?filter=unread&search=noy'));
  back();
  await waitFor(() => expect(address()).toBe('?filter=mine&search=noy'));
  expect(field.value).toBe('noy');
  back();
  await waitFor(() => expect(address()).toBe('?filter=mine'));
  await waitFor(() => expect(field.value).toBe(''));
});

it('list says that it loads', async () => {
  await open('/staff/chat', () => new Promise<Response>(() => {}));
  await screen.findByRole('status', { name: 'Loading' });
});

it('quick replies that fail to load can be tried again, and Escape still closes them', async () => {
  let isDown = true;
  const onClose = vi.fn();
  fakeApi({
    'GET /api/auth/staff/quick-replies': () =>
      isDown
        ? problemResponse(503)
        : jsonResponse([{ quick_reply_id: 1, title: 'Hi', text: 'Hello' }]),
  });
  await renderPage({
    path: '/page',
    page: () => <QuickReplyMenu filter="" onChoose={() => {}} onClose={onClose} />,
    leadsTo: ['/staff/chat'],
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('No quick reply found')).toBeNull();
  isDown = false;
  await userEvent.click(retry);
  await screen.findByText('Hello');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('filter chosen while another page loads leaves its address alone', async () => {
  const { router } = await open('/staff/chat');
  const unread = await screen.findByRole('button', { name: 'Unread' });
  const routes: Record<string, { options: { loader?: unknown } }> = router.routesByPath;
  Object.assign(routes['/staff/orders']?.options ?? {}, { loader: () => new Promise(() => {}) });
  act(() => void router.navigate({ to: '/staff/orders' as never }));
  await waitFor(() => expect(router.latestLocation.href).toBe('/staff/orders'));
  await userEvent.click(unread);
  expect(router.latestLocation.href).toBe('/staff/orders');
});
