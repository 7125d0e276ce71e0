// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { DaysLeft } from './DaysLeft';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-12-30T05:00:00Z');
});
afterEach(() => void vi.useRealTimers());

it.each([
  ['2026-12-31', '2 days left'],
  ['2026-12-30', 'Last day'],
  ['2026-12-29', 'Ended'],
  ['', ''],
])('promotion that ends on "%s" says "%s"', async (ends, text) => {
  const { container } = await renderIn('en', <DaysLeft ends={ends} />);
  expect(container.textContent).toBe(text);
});
