import { formatNumber } from '@/shared/format/kip';
import type { SalesSeries } from './staff-today-api';

export type SalesSpan = 'days' | 'weeks';
export type SalesMeasure = 'revenue' | 'orders';

/** A day or a week, and the one a week earlier. */
export type SalesPoint = {
  label: string;
  value: number;
  before: number;
  /** Today, or this week. */
  isOpen: boolean;
};

/** What a plot and its table show. */
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

/** The change in tenths of a percent; undefined if there was nothing before. */
export const changeOf = (value: number, before: number): number | undefined =>
  before > 0 ? Math.round(((value - before) * 1000) / before) : undefined;

/** `5.6%` without its sign; whole percents from 10 on. */
export function percentText(tenths: number): string {
  const size = Math.abs(tenths);
  return size >= 100 ? `${formatNumber(Math.round(size / 10))}%` : `${formatNumber(size / 10, 1)}%`;
}

const MILLION = 1_000_000;

/** A number of a plot: orders whole, kip in millions with a decimal. */
export const plotText = (value: number, measure: SalesMeasure): string =>
  measure === 'orders' ? formatNumber(value) : formatNumber(value / MILLION, 1);

/** A step of the axis: kip in whole millions where they are whole. */
export function axisText(value: number, measure: SalesMeasure): string {
  if (measure === 'orders') return formatNumber(value);
  return formatNumber(value / MILLION, value % MILLION === 0 ? 0 : 1);
}
