import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { OutboxParams } from './outbox-params';

type Schemas = components['schemas'];
/** A message to a customer in one channel. */
export type OutboxMessage = Schemas['OutboxMessage'];
export type OutboxPage = Schemas['OutboxPage'];
export type MessageState = Schemas['MessageState'];
export type MessageChannel = Schemas['MessageChannel'];
export type MessageFailure = Schemas['MessageFailure'];

const OUTBOX = '/api/staff/outbox';
const PAGE_SIZE = 50;
const POLL_MS = 15_000;

/** One page of the messages, newest first. It is polled every 15 seconds, because messages are sent meanwhile. */
export function outboxQuery({ state, channel, cursor }: OutboxParams) {
  const url = apiUrl(OUTBOX, { state, channel, cursor, limit: PAGE_SIZE });
  return queryOptions<OutboxPage, Error, OutboxPage, [string, string]>({
    queryKey: [OUTBOX, url],
    queryFn: ({ signal }) => authFetch<OutboxPage>(url, { signal }),
    placeholderData: (former) => former,
    staleTime: 0,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });
}

export const resendMessage = (messageId: number) =>
  authFetch(`${OUTBOX}/${messageId}/resend`, { method: 'POST' });

/** Invalidates the outbox queries after a message was resent or refused. */
export const renewOutbox = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: [OUTBOX] });
