import type { Language } from '@/shared/i18n/languages';
import { localText } from '@/shared/i18n/pick-text';
import type { ShopNotification } from '@/shared/live/live-events';

export type Category = 'general' | 'promotion' | 'order';

/** A notification as the components use it. */
export type NotificationItem = {
  id: number;
  title: string;
  body: string;
  imageUrl: string;
  actionUrl: string;
  websiteUrl: string;
  category: Category;
  priority: 'normal';
  isRead: boolean;
  createdAt: string;
  updatedAt: string;
};

const CATEGORIES: readonly string[] = ['general', 'promotion', 'order'] satisfies Category[];

export function toNotificationItem(
  sent: ShopNotification,
  language: Pick<Language, 'code' | 'tag'>,
): NotificationItem {
  return {
    id: sent.no_id,
    title: localText({ la: sent.no_title, en: sent.no_title_en ?? '' }, language),
    body: localText({ la: sent.no_body, en: sent.no_body_en ?? '' }, language),
    imageUrl: sent.imageurl,
    actionUrl: sent.no_actionurl,
    websiteUrl: sent.no_websiteurl,
    category: CATEGORIES.includes(sent.not_name) ? (sent.not_name as Category) : 'general',
    priority: 'normal',
    isRead: sent.isread_user,
    createdAt: sent.no_cratedat,
    updatedAt: sent.no_updatedat,
  };
}
