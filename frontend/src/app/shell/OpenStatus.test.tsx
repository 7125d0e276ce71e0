// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { OpenStatus } from './OpenStatus';

afterEach(() => {
  vi.useRealTimers();
});

it('opening status follows the clock of Vientiane every minute', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T17:59:30+07:00') });
  await renderIn('en', <OpenStatus hours="" />);
  expect(screen.getByText('Open')).toBeTruthy();
  expect(screen.getByRole('time').textContent).toBe('17:59');
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(screen.getByText('Open')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(screen.getByText('Closed')).toBeTruthy();
  expect(screen.getByRole('time').textContent).toBe('18:00');
});

it('opening status follows the hours of the shop past midnight', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T01:30:00+07:00') });
  await renderIn('en', <OpenStatus hours="18:00-02:00" />);
  expect(screen.getByText('Open')).toBeTruthy();
  expect(screen.getByText('until 2:00', { exact: false })).toBeTruthy();
});
