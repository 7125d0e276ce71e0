// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/api/query-client';
import { setLiveState } from '@/shared/live/live-bus';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderIn } from '@/testing/render-in';
import { usePresenceText } from './use-presence-text';

function Presence({ isCustomer }: { isCustomer: boolean }) {
  return <p role="status">{usePresenceText(isCustomer)}</p>;
}

afterEach(() => {
  setLiveState({ staffOnline: false });
  vi.useRealTimers();
});

it.each([
  // 09:18 in Vientiane.
  ['2026-11-26T02:18:00Z', '08:00-18:00', false, true, 'Write to us, we answer soon'],
  // 01:00 in Vientiane.
  ['2026-11-25T18:00:00Z', '18:00-02:00', false, true, 'Write to us, we answer soon'],
  ['2026-11-25T19:00:00Z', '18:00-02:00', false, true, 'Closed, we answer from 18:00'],
  ['2026-11-26T11:00:00Z', '08:00-18:00', false, true, 'Closed, we answer from 8:00'],
  ['2026-11-26T11:00:00Z', '08:00-18:00', true, true, 'Online, answers soon'],
  ['2026-11-26T02:18:00Z', '08:00-18:00', false, false, 'We answer every day from 8:00 to 18:00'],
])(
  'at %s with hours %s and staff online %s, a customer (%s) reads %s',
  async (now, hours, staffOnline, isCustomer, text) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
    fakeApi({ 'GET /api/v1/company': () => jsonResponse({ hours }) });
    setLiveState({ staffOnline });
    await renderIn(
      'en',
      <QueryClientProvider client={createQueryClient()}>
        <Presence isCustomer={isCustomer} />
      </QueryClientProvider>,
    );
    expect((await screen.findByText(text)).getAttribute('role')).toBe('status');
  },
);
