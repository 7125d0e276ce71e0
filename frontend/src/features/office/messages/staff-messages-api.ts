import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import type { MessageParams } from './message-params';

const MESSAGES = '/api/staff/messages';
const PAGE_SIZE = 50;
const POLL_MS = 60_000;

/** A message of the contact form. */
export type ContactMessage = components['schemas']['ContactMessage'];
export type ContactMessages = components['schemas']['ContactMessages'];

const fetchPage = (url: string, signal: AbortSignal) => authFetch<ContactMessages>(url, { signal });

/** One page of the messages, newest first. It is polled every minute, because no live event reports a new message. */
export function messagesQuery({ view, before }: MessageParams) {
  const url = apiUrl(MESSAGES, {
    open: view === 'all' ? undefined : true,
    before,
    limit: PAGE_SIZE,
  });
  return queryOptions<ContactMessages, Error, ContactMessages, [string, string]>({
    queryKey: [MESSAGES, url],
    queryFn: ({ signal }) => fetchPage(url, signal),
    placeholderData: (former) => former,
    staleTime: 0,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });
}

const newest = apiUrl(MESSAGES, { open: true, limit: 1 });

/** Number of open messages, for the menu. */
export const openMessagesQuery = queryOptions<ContactMessages>({
  queryKey: [MESSAGES, newest],
  queryFn: ({ signal }) => fetchPage(newest, signal),
  staleTime: 0,
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: true,
  refetchOnReconnect: 'always',
});

export const setDone = async (contactId: number, done: boolean) =>
  (
    await authFetch<Envelope<ContactMessage>>(`${MESSAGES}/${contactId}`, {
      method: 'PATCH',
      body: { done },
    })
  ).data;

/** Invalidates the message queries after a change or a refused one. */
export const renewMessages = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [MESSAGES] });
