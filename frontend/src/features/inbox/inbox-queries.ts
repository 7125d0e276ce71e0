import { infiniteQueryOptions } from '@tanstack/react-query';
import { CONVERSATIONS, type ConversationPage } from '@/domain/staff/staff-check';
import { authFetch, authQuery } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { Envelope } from '@/shared/api/types';
import type { InboxFilter } from './inbox-route';

export const QUICK_REPLIES = '/api/auth/staff/quick-replies';
const LIMIT = 20;

export type QuickReply = { quick_reply_id: number; title: string; text: string };

/** Conversations that match, newest first, as an infinite query. */
export function conversationsQuery(search: string, filter: InboxFilter) {
  const url = (cursor: string | undefined) =>
    apiUrl(CONVERSATIONS, {
      limit: LIMIT,
      cursor,
      search,
      unread: filter === 'unread' || undefined,
      mine: filter === 'mine' || undefined,
    });
  return infiniteQueryOptions({
    queryKey: [CONVERSATIONS, search, filter],
    queryFn: ({ pageParam, signal }) => authFetch<ConversationPage>(url(pageParam), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 0,
  });
}

export const quickRepliesQuery = authQuery<Envelope<QuickReply[]>>(QUICK_REPLIES);
