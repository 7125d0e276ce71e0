import type { LocalText } from '@/shared/api/types';
import type { ShopNotification } from '@/shared/live/live-events';

export type Category = 'general' | 'promotion' | 'order';

/** A notification as the components use it. */
export type NotificationItem = {
  id: number;
  title: LocalText;
  body: LocalText;
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

export function toNotificationItem(sent: ShopNotification): NotificationItem {
  return {
    id: sent.no_id,
    title: { la: sent.no_title, en: sent.no_title_en ?? '' },
    body: { la: sent.no_body, en: sent.no_body_en ?? '' },
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
