import { infiniteQueryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { ApiError, apiUrl } from '@/shared/api/client';
import type { Envelope } from '@/shared/api/types';
import type { NotificationPage } from './notification-pages';

export const NOTIFICATIONS = '/api/auth/notifications/user';
const PAGE_SIZE = 50;

export const notificationsQuery = infiniteQueryOptions({
  queryKey: [NOTIFICATIONS],
  queryFn: ({ pageParam, signal }) =>
    authFetch<NotificationPage>(apiUrl(NOTIFICATIONS, { limit: PAGE_SIZE, page: pageParam }), {
      signal,
    }),
  initialPageParam: 1,
  getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
});

type MarkedRead = { changed: number; unread: number };

const put = async (body: unknown) =>
  (await authFetch<Envelope<MarkedRead>>(NOTIFICATIONS, { method: 'PUT', body })).data;

export const markRead = (id: number) => put({ id, isRead: true });

/** At most this many in one call. */
const BATCH = 500;

/**
 * Marks these, or all of the customer's when `ids` cannot name them. A shop that knows no batches gets one call for each,
 * all at once. Resolves with what is unread afterwards, if the shop says.
 */
export async function markAllRead(ids: number[], areAll: boolean): Promise<number | undefined> {
  try {
    const isNamed = areAll && ids.length <= BATCH;
    return (await put(isNamed ? { ids, isRead: true } : { all: true, isRead: true })).unread;
  } catch (error) {
    const isUnknown = error instanceof ApiError && [400, 404, 405, 422].includes(error.status);
    if (!isUnknown) throw error;
  }
  await Promise.all(ids.map(markRead));
  return undefined;
}
