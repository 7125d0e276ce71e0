import type { MessageKey } from '@/shared/i18n/load-messages';
import type { OrderSort } from '../order-list-params';

export const SORT_TEXTS: Record<OrderSort, MessageKey> = {
  newest: 'office.sort.newest',
  oldest: 'office.sort.oldest',
  total_desc: 'office.sort.dearest',
  total_asc: 'office.sort.cheapest',
  delivery_day: 'office.sort.day',
};
