import type { InfiniteData } from '@tanstack/react-query';
import type { ShopNotification } from '@/shared/live/live-events';

export type NotificationPage = {
  success: boolean;
  data: ShopNotification[];
  total: number;
  page: number;
  limit: number;
  /** Unread count of all pages. */
  unread: number;
};

export type NotificationPages = InfiniteData<NotificationPage>;

/** All loaded notifications, each once, because a new one pushes others onto the next page. */
export function allNotifications({ pages }: NotificationPages): ShopNotification[] {
  const byId = new Map<number, ShopNotification>();
  for (const { data } of pages) {
    for (const notice of data) if (!byId.has(notice.no_id)) byId.set(notice.no_id, notice);
  }
  return [...byId.values()];
}

/** Unread first, then newest first. `keep` has those just read, which keep their position. */
export function sorted(
  notices: ShopNotification[],
  keep: ReadonlySet<number> = new Set(),
): ShopNotification[] {
  const isNew = ({ no_id, isread_user }: ShopNotification) => !isread_user || keep.has(no_id);
  return notices.toSorted(
    (a, b) =>
      Number(isNew(b)) - Number(isNew(a)) ||
      Date.parse(b.no_cratedat) - Date.parse(a.no_cratedat) ||
      b.no_id - a.no_id,
  );
}

/** Marks these as read, or all if `ids` is undefined. The unread count decreases accordingly, never below 0. */
export function withRead(known: NotificationPages, ids?: ReadonlySet<number>): NotificationPages {
  const isMeant = ({ no_id, isread_user }: ShopNotification) =>
    !isread_user && (ids?.has(no_id) ?? true);
  const changed = allNotifications(known).filter(isMeant).length;
  return {
    ...known,
    pages: known.pages.map((page) => ({
      ...page,
      unread: ids ? Math.max(0, page.unread - changed) : 0,
      data: page.data.map((one) => (isMeant(one) ? { ...one, isread_user: true } : one)),
    })),
  };
}

/** Sets the unread count that the server returned. */
export function withUnread(known: NotificationPages, unread: number): NotificationPages {
  return { ...known, pages: known.pages.map((page) => ({ ...page, unread })) };
}

/**
 * Removes a notification that was deleted. Undefined if it is not among the loaded ones although there are more: then only the
 * server knows whether it was counted.
 */
export function withoutRemoved(
  known: NotificationPages,
  id: number,
): NotificationPages | undefined {
  const loaded = allNotifications(known);
  const removed = loaded.find(({ no_id }) => no_id === id);
  if (!removed) return loaded.length < (known.pages[0]?.total ?? 0) ? undefined : known;
  return {
    ...known,
    pages: known.pages.map((page) => ({
      ...page,
      total: Math.max(0, page.total - 1),
      unread: Math.max(0, page.unread - Number(!removed.isread_user)),
      data: page.data.filter(({ no_id }) => no_id !== id),
    })),
  };
}

/** Adds a notification that has just arrived; a repeated one only replaces itself. */
export function withReceived(known: NotificationPages, sent: ShopNotification): NotificationPages {
  const before = allNotifications(known).find(({ no_id }) => no_id === sent.no_id);
  const more = Number(!sent.isread_user) - Number(before ? !before.isread_user : false);
  return {
    ...known,
    pages: known.pages.map((page, index) => ({
      ...page,
      total: page.total + (before ? 0 : 1),
      unread: Math.max(0, page.unread + more),
      data: before
        ? page.data.map((one) => (one.no_id === sent.no_id ? sent : one))
        : index === 0
          ? [sent, ...page.data]
          : page.data,
    })),
  };
}
