import type { InfiniteData } from '@tanstack/react-query';
import type { ShopNotification } from '@/shared/live/live-events';

export type NotificationPage = {
  success: boolean;
  data: ShopNotification[];
  total: number;
  page: number;
  limit: number;
  /** Of all pages. */
  unread: number;
};

export type NotificationPages = InfiniteData<NotificationPage>;

/** All that is loaded, each once: what arrives meanwhile pushes others onto the next page. */
export function allNotifications({ pages }: NotificationPages): ShopNotification[] {
  const byId = new Map<number, ShopNotification>();
  for (const { data } of pages) {
    for (const notice of data) if (!byId.has(notice.no_id)) byId.set(notice.no_id, notice);
  }
  return [...byId.values()];
}

/** Unread first, then newest first. `keep` names those read just now, which stay where they are. */
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

/** With these marked as read, or with all when none are named; the count falls by what changed, and never below 0. */
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

/** With the count the shop has answered. */
export function withUnread(known: NotificationPages, unread: number): NotificationPages {
  return { ...known, pages: known.pages.map((page) => ({ ...page, unread })) };
}

/** With one that has just arrived; the same one again only takes its place. */
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
