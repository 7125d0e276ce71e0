import type { DeliveryDay } from '@/domain/orders/order-types';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { day as parsedDay } from '../address-values';
import { daysBefore } from '../office-dates';

export const MAX_DAYS_AHEAD = 366;

export type PartChoice = NonNullable<DeliveryDay['part']> | 'any';

/** Validates a day like the server; `today` is the present day of the shop. */
export function dayError(day: string, today: string): MessageKey | undefined {
  if (parsedDay(day) === undefined) return 'office.details.missing';
  if (day < today) return 'office.day.passed';
  return day > daysBefore(today, -MAX_DAYS_AHEAD) ? 'office.day.tooFar' : undefined;
}
