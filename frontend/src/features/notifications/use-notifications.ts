import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { ShopNotification } from '@/shared/live/live-events';
import { useLive, useLiveState } from '@/shared/live/use-live';
import { broadcastToTabs, onTabMessage } from '@/shared/storage/tab-broadcast';
import { toast } from '@/shared/ui/toast';
import {
  allNotifications,
  type NotificationPages,
  withoutRemoved,
  withRead,
  withReceived,
  withUnread,
} from './notification-pages';
import { markAllRead, markRead, notificationsQuery } from './notification-queries';

const POLL_MS = 30_000;

const { queryKey } = notificationsQuery;

/**
 * The customer's notifications, updated by live events, or by polling while the stream is down. `LiveSync` refetches them when
 * the stream opens.
 */
export function useNotifications(isCustomer: boolean, onNew?: (sent: ShopNotification) => void) {
  const t = useT();
  const client = useQueryClient();
  const { polling } = useLiveState();
  const query = useInfiniteQuery({
    ...notificationsQuery,
    enabled: isCustomer,
    refetchOnMount: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: polling ? POLL_MS : false,
  });

  const renew = () => void client.invalidateQueries({ queryKey });
  const change = (how: (known: NotificationPages) => NotificationPages) =>
    client.setQueryData(queryKey, (known) => known && how(known));

  useLive('status', ({ notifications }) => {
    if (notifications) renew();
  });
  useLive('notification', (sent) => {
    change((known) => withReceived(known, sent));
    // A response in flight may not include it, so the list is refetched.
    if (client.isFetching({ queryKey }) > 0 || !client.getQueryData(queryKey)) renew();
    onNew?.(sent);
  });
  // Every open page is notified at once, so that a list is fetched again only where the removed one may be counted without being loaded.
  useLive('notification_removed', ({ no_id }) => {
    const known = client.getQueryData(queryKey);
    const left = known && withoutRemoved(known, no_id);
    if (left) client.setQueryData(queryKey, left);
    if ((known && !left) || client.isFetching({ queryKey }) > 0) renew();
  });
  useEffect(
    () =>
      onTabMessage(({ about }) => {
        if (about === 'notifications') void client.invalidateQueries({ queryKey });
      }),
    [client],
  );

  /** Optimistic update by `how`, rolled back if `send` fails. Requests in flight are repeated. */
  const marked = async (
    how: (known: NotificationPages) => NotificationPages,
    send: () => Promise<number | undefined>,
    onFailure?: () => void,
  ) => {
    const wasAsking = client.isFetching({ queryKey }) > 0;
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey);
    change(how);
    try {
      const unread = await send();
      if (unread !== undefined) change((known) => withUnread(known, unread));
      broadcastToTabs('notifications');
      if (wasAsking) renew();
    } catch {
      client.setQueryData(queryKey, before);
      renew();
      onFailure?.();
    }
  };

  const mark = (id: number) =>
    marked(
      (known) => withRead(known, new Set([id])),
      async () => (await markRead(id)).unread,
    );

  const markAll = async () => {
    const known = client.getQueryData(queryKey);
    if (!known) return;
    const ids = allNotifications(known).flatMap((one) => (one.isread_user ? [] : [one.no_id]));
    const areAll = ids.length >= (known.pages[0]?.unread ?? 0);
    await marked(
      (all) => withRead(all),
      () => markAllRead(ids, areAll),
      () =>
        toast.error(t('notifications.markFailed'), {
          action: { label: t('action.retry'), onClick: () => void markAll() },
        }),
    );
  };

  return {
    notices: query.data ? allNotifications(query.data) : [],
    total: query.data?.pages[0]?.total ?? 0,
    unread: isCustomer ? (query.data?.pages[0]?.unread ?? 0) : 0,
    isPending: query.isPending,
    /** The first request failed. A failed refetch keeps the list that is shown. */
    error: query.data ? null : query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    renew: () => void query.refetch(),
    mark,
    markAll,
  };
}
