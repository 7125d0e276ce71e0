import { formatNumber } from '@/shared/format/kip';
import type { SalesSeries } from './staff-today-api';

export type SalesSpan = 'days' | 'weeks';
export type SalesMeasure = 'revenue' | 'orders';

/** Figures of a day or week, with the figures of one week earlier. */
export type SalesPoint = {
  label: string;
  value: number;
  before: number;
  /** Whether the period has not ended: today, or this week. */
  isOpen: boolean;
};

/** Points of a chart and its table. */
export function salesPoints(
  { periods }: SalesSeries,
  measure: SalesMeasure,
  label: (start: string, isOpen: boolean) => string,
): SalesPoint[] {
  return periods.map((period, index) => {
    const isOpen = index === periods.length - 1;
    return {
      label: label(period.start, isOpen),
      value: period[measure],
      before: measure === 'revenue' ? period.revenue_before : period.orders_before,
      isOpen,
    };
  });
}

/** Change in tenths of a percent; undefined if the earlier value is 0. */
export const changeOf = (value: number, before: number): number | undefined =>
  before > 0 ? Math.round(((value - before) * 1000) / before) : undefined;

/** Percentage without its sign: `5.6%`; whole numbers from 10 % on. */
export function percentText(tenths: number): string {
  const size = Math.abs(tenths);
  return size >= 100 ? `${formatNumber(Math.round(size / 10))}%` : `${formatNumber(size / 10, 1)}%`;
}

const MILLION = 1_000_000;

/** Number in the chart: whole orders, or millions of kip with one decimal. */
export const plotText = (value: number, measure: SalesMeasure): string =>
  measure === 'orders' ? formatNumber(value) : formatNumber(value / MILLION, 1);

/** Label of an axis step: millions of kip, without decimals if possible. */
export function axisText(value: number, measure: SalesMeasure): string {
  if (measure === 'orders') return formatNumber(value);
  return formatNumber(value / MILLION, value % MILLION === 0 ? 0 : 1);
}
