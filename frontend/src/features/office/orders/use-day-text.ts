import type { DeliveryDay } from '@/domain/orders/order-types';
import type { Translate } from '@/shared/i18n/load-messages';
import { daysBefore, shopDay, shortDay } from '../office-dates';
import { isOpenStatus } from '../order-labels';
import type { StaffOrderSummary } from '../staff-order-types';
import { useOffice } from '../use-office-format';

const WITH_PART = {
  morning: 'office.day.inMorning',
  afternoon: 'office.day.inAfternoon',
} as const;

/** Formats a planned day: `21 Nov, morning`. */
export function plannedText(t: Translate, planned: DeliveryDay, language: 'la' | 'en'): string {
  return withPart(t, shortDay(planned.day, language), planned);
}

const withPart = (t: Translate, day: string, { part }: DeliveryDay): string =>
  part ? t(WITH_PART[part], { day }) : day;

type DayText = {
  /** `Today, morning`, or undefined for an order without a day. */
  text: string | undefined;
  /** Whether the order is open and its day has passed. */
  isOverdue: boolean;
};

/** Text of the planned day of an order beside the current day. */
export function useDayText(
  { delivery_day: planned, status }: Pick<StaffOrderSummary, 'delivery_day' | 'status'>,
  now: number,
): DayText {
  const { t, language } = useOffice();
  if (!planned) return { text: undefined, isOverdue: false };
  const { day } = planned;
  const today = shopDay(now);
  const names: Record<string, string> = {
    [today]: t('office.date.today'),
    [daysBefore(today, -1)]: t('office.day.tomorrow'),
  };
  return {
    text: withPart(t, names[day] ?? shortDay(day, language), planned),
    isOverdue: day < today && isOpenStatus(status),
  };
}
