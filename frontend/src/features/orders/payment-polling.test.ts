import { expect, it } from 'vitest';
import { countdown, pollDelay } from './payment-polling';

it('payment is polled every 3 seconds at first, then less often', () => {
  expect(pollDelay(0, false)).toBe(3_000);
  expect(pollDelay(119_999, false)).toBe(3_000);
  expect(pollDelay(120_000, false)).toBe(6_000);
  expect(pollDelay(600_000, false)).toBe(15_000);
});

it('polling of a failing shop backs off', () => expect(pollDelay(0, true)).toBe(10_000));

const EXPIRES = '2026-11-21T15:46:00+07:00';
it.each([
  ['2026-11-21T15:31:28+07:00', '14:32'],
  ['2026-11-21T15:45:59.500+07:00', '00:01'],
  ['2026-11-21T14:31:00+07:00', '1:15:00'],
  ['2026-11-21T15:46:00+07:00', null],
  ['2026-11-21T16:00:00+07:00', null],
])('at %s is left: %s', (now, left) => {
  expect(countdown(EXPIRES, Date.parse(now))).toBe(left);
});

it('remaining time without a deadline is null', () => expect(countdown(undefined, 0)).toBeNull());
