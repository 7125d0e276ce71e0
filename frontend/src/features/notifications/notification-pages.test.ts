import { expect, it } from 'vitest';
import type { ShopNotification } from '@/shared/live/live-events';
import {
  allNotifications,
  type NotificationPages,
  sorted,
  withoutRemoved,
  withRead,
  withReceived,
} from './notification-pages';

const notice = (no_id: number, isread_user = false): ShopNotification => ({
  no_id,
  no_title: `N${no_id}`,
  no_body: '',
  imageurl: '',
  no_actionurl: '',
  no_websiteurl: '',
  not_name: 'general',
  isread_user,
  no_cratedat: `2026-11-21T10:00:${String(no_id).padStart(2, '0')}+07:00`,
  no_updatedat: '',
});

const pages = (unread: number, ...all: ShopNotification[][]): NotificationPages => ({
  pageParams: all.map((_, index) => index + 1),
  pages: all.map((data, index) => ({
    success: true,
    data,
    total: all.flat().length,
    page: index + 1,
    limit: 50,
    unread,
  })),
});
const ids = (notices: ShopNotification[]) => notices.map(({ no_id }) => no_id);
const unreadOf = (known: NotificationPages) => known.pages[0]?.unread;

it('unread notifications come first, then the newest; one that is read keeps its place', () => {
  const all = [notice(1, true), notice(4, true), notice(2), notice(3)];
  expect(ids(sorted(all))).toEqual([3, 2, 4, 1]);
  expect(ids(sorted(all, new Set([4])))).toEqual([4, 3, 2, 1]);
});

it('marking one read counts down, never below zero', () => {
  const known = pages(1, [notice(2), notice(1)]);
  const once = withRead(known, new Set([2]));
  expect(unreadOf(once)).toBe(0);
  expect(unreadOf(withRead(once, new Set([2])))).toBe(0);
  expect(unreadOf(withRead(once, new Set([1])))).toBe(0);
});

it('marking all read includes pages that are not loaded', () => {
  const all = withRead(pages(99, [notice(2)], [notice(1)]));
  expect(unreadOf(all)).toBe(0);
  expect(allNotifications(all).every(({ isread_user }) => isread_user)).toBe(true);
});

it('notification received twice is listed once', () => {
  const known = pages(1, [notice(1)]);
  const once = withReceived(known, notice(2));
  expect(unreadOf(once)).toBe(2);
  const twice = withReceived(once, notice(2));
  expect([unreadOf(twice), ids(allNotifications(twice))]).toEqual([2, [2, 1]]);
  expect(unreadOf(withReceived(twice, notice(2, true)))).toBe(1);
});

it('removed notification is neither listed nor counted', () => {
  const known = pages(1, [notice(3), notice(2, true)], [notice(1, true)]);
  const without = (id: number) => withoutRemoved(known, id);
  expect([unreadOf(without(3) ?? known), ids(allNotifications(without(3) ?? known))]).toEqual([
    0,
    [2, 1],
  ]);
  expect(without(3)?.pages[0]?.total).toBe(2);
  expect(unreadOf(without(1) ?? known)).toBe(1);
  expect(without(9)).toBe(known);
});

it('removed notification of a page that is not loaded leaves the count to the server', () => {
  const known = pages(9, [notice(3), notice(2)]);
  const more = { ...known, pages: known.pages.map((page) => ({ ...page, total: 60 })) };
  expect(withoutRemoved(more, 1)).toBeUndefined();
});

it('notification that moved to the next page is listed once', () => {
  expect(ids(allNotifications(pages(2, [notice(3), notice(2)], [notice(2), notice(1)])))).toEqual([
    3, 2, 1,
  ]);
});
