import { expect, it } from 'vitest';
import {
  dayAndTime,
  daysBefore,
  durationOf,
  fullMoment,
  shopDay,
  shortMoment,
} from './office-dates';

const NOW = Date.parse('2026-11-21T16:05:00+07:00');

it.each([
  ['today', '2026-11-21T15:31:00+07:00', '15:31', '15:31'],
  ['today, early', '2026-11-20T18:00:00Z', '01:00', '01:00'],
  ['yesterday', '2026-11-20T15:31:00+07:00', 'Fri 20', 'ສຸກ 20'],
  ['last week', '2026-11-10T15:31:00+07:00', '10 Nov', '10 ພ.ຈ.'],
  ['last year', '2025-11-10T15:31:00+07:00', '10 Nov 2025', '10 ພ.ຈ. 2025'],
])('time of %s is shown in the shortest clear form', (_, at, en, la) => {
  expect(shortMoment(at, NOW, 'en')).toBe(en);
  expect(shortMoment(at, NOW, 'la')).toBe(la);
});

it.each([
  ['today', '2026-11-21T18:04:00+07:00', '18:04', '18:04'],
  ['another day at the same hour', '2026-11-23T05:04:00+07:00', '23 Nov, 05:04', '23 ພ.ຈ., 05:04'],
  ['another year', '2027-01-02T05:04:00+07:00', '2 Jan 2027, 05:04', '2 ມ.ກ. 2027, 05:04'],
])('end of a period that is %s has its day unless that is today', (_, at, en, la) => {
  expect(dayAndTime(at, NOW, 'en')).toBe(en);
  expect(dayAndTime(at, NOW, 'la')).toBe(la);
});

it('full time has day, year and time of Laos', () => {
  expect(fullMoment('2026-11-21T18:30:00Z', 'en')).toBe('22 Nov 2026, 01:30');
});

it('day of the shop begins at midnight in Laos', () => {
  expect(shopDay(Date.parse('2026-11-20T17:00:00Z'))).toBe('2026-11-21');
  expect(daysBefore('2026-11-01', 1)).toBe('2026-10-31');
});

it.each([
  [59_999, undefined],
  [60_000, { unit: 'minutes', count: 1 }],
  [59 * 60_000, { unit: 'minutes', count: 59 }],
  [60 * 60_000, { unit: 'hours', count: 1 }],
  [47 * 3_600_000, { unit: 'days', count: 1 }],
])('duration of %i ms is in its largest unit', (ms, duration) => {
  expect(durationOf(ms)).toEqual(duration);
});
