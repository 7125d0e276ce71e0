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

/** Maximum number of ids in one request. */
const BATCH = 500;

/**
 * Marks these notifications, or all of the customer's if `areAll`. An older server without batches gets one request for
 * each. Resolves with the unread count afterwards, if the server returns it.
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
