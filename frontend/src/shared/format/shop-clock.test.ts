import { describe, expect, it } from 'vitest';
import { daysLeft, formatDay, openingHours, shopClock } from './shop-clock';

const at = (time: string) => Date.parse(time);

describe('shopClock', () => {
  it.each([
    ['2026-11-21T07:59:59+07:00', '07:59', false],
    ['2026-11-21T08:00:00+07:00', '08:00', true],
    ['2026-11-21T17:59:59+07:00', '17:59', true],
    ['2026-11-21T18:00:00+07:00', '18:00', false],
    ['2026-11-21T00:05:00+07:00', '00:05', false],
  ])('%s', (now, time, isOpen) => {
    expect(shopClock(at(now))).toMatchObject({ time, isOpen });
  });
});

describe('daysLeft', () => {
  it.each([
    ['the last day is one day', '2026-11-30', '2026-11-30T23:59:00+07:00', 1],
    ['the day is Vientiane’s', '2026-11-30', '2026-11-29T17:30:00Z', 1],
    ['over', '2026-11-30', '2026-12-01T00:00:00+07:00', 0],
    ['nine days', '2026-11-30', '2026-11-22T12:00:00+07:00', 9],
    ['across a year', '2027-01-01', '2026-12-31T08:00:00+07:00', 2],
  ])('%s', (_name, ends, now, days) => {
    expect(daysLeft(ends, at(now))).toBe(days);
  });
});

it.each([
  ['la', '21 ພະຈິກ 2026'],
  ['en', '21 November 2026'],
  ['th', '21 พฤศจิกายน 2026'],
  ['cn', '2026年11月21日'],
  ['vn', '21 tháng 11, 2026'],
] as const)('formatDay in %s', (code, text) => {
  expect(formatDay('2026-11-21', code)).toBe(text);
  expect(formatDay('2026-11-21T09:00:00+07:00', code)).toBe(text);
});

it('formatDay of nonsense is empty', () => expect(formatDay('soon', 'en')).toBe(''));

it.each([
  ['08:00-18:00', '8:00', '18:00'],
  ['07:30 - 20:00', '7:30', '20:00'],
  ['', '8:00', '18:00'],
])('opening hours %j', (hours, opens, closes) => {
  expect(openingHours(hours)).toEqual({ opens, closes });
});
