import { expect, it } from 'vitest';
import { axisText, changeOf, percentText, plotText, salesPoints } from './sales-figures';

const period = (start: string, revenue: number, orders: number) => ({
  start,
  revenue,
  reduced: 0,
  orders,
  revenue_before: revenue / 2,
  reduced_before: 0,
  orders_before: orders * 2,
});
const SERIES = {
  periods: [period('2026-11-20T00:00:00+07:00', 4, 3), period('2026-11-21T00:00:00+07:00', 2, 1)],
  revenue: 6,
  reduced: 0,
  orders: 4,
  revenue_before: 3,
  reduced_before: 0,
  orders_before: 8,
};

it('points are compared with the previous week, and the last one is incomplete', () => {
  const label = (start: string, isOpen: boolean) => (isOpen ? 'Today' : start.slice(0, 10));
  expect(salesPoints(SERIES, 'revenue', label)).toEqual([
    { label: '2026-11-20', value: 4, before: 2, isOpen: false },
    { label: 'Today', value: 2, before: 1, isOpen: true },
  ]);
  expect(salesPoints(SERIES, 'orders', label).map(({ before }) => before)).toEqual([6, 2]);
});

it.each([
  [1056, 1000, 56, '5.6%'],
  [960, 1000, -40, '4.0%'],
  [2310, 1000, 1310, '131%'],
  [1000, 1000, 0, '0.0%'],
])('sales of %d after %d change by %d tenths of a percent, %s', (value, before, tenths, text) => {
  expect(changeOf(value, before)).toBe(tenths);
  expect(percentText(tenths)).toBe(text);
});

it('sales without a previous week have no change', () => {
  expect(changeOf(7, 0)).toBeUndefined();
});

it('plot shows millions of kip', () => {
  expect([plotText(18_449_000, 'revenue'), plotText(31, 'orders')]).toEqual(['18.4', '31']);
  expect([axisText(20_000_000, 'revenue'), axisText(2_500_000, 'revenue')]).toEqual(['20', '2.5']);
});
