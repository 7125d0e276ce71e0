import { describe, expect, it } from 'vitest';
import { daysLeft, formatDay, isOpenAt, openingHours, shopTime } from './shop-clock';

const at = (time: string) => Date.parse(time);

describe('opening of the shop', () => {
  it.each([
    ['', '07:59', false],
    ['', '08:00', true],
    ['', '17:59', true],
    ['', '18:00', false],
    ['', '00:05', false],
    ['08:00-18:00', '09:18', true],
    ['07:30 – 20:00', '19:59', true],
    ['soon-late', '12:00', true],
    // Past midnight.
    ['18:00-02:00', '01:59', true],
    ['18:00-02:00', '02:00', false],
    ['18:00-02:00', '17:59', false],
    ['18:00-02:00', '23:00', true],
    ['06:00-00:00', '23:59', true],
    ['06:00-00:00', '00:00', false],
    ['06:00-24:00', '23:59', true],
    ['00:00-00:00', '03:00', true],
  ])('is computed for the hours %j at %s', (hours, time, isOpen) => {
    expect(isOpenAt(openingHours(hours), at(`2026-11-21T${time}:00+07:00`))).toBe(isOpen);
  });
});

it.each([
  ['2026-11-21T07:59:59+07:00', '07:59'],
  ['2026-11-20T17:05:00Z', '00:05'],
])('shop clock shows the time of Vientiane at %s', (now, time) => {
  expect(shopTime(at(now))).toBe(time);
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

it('formatDay of an invalid date is empty', () => expect(formatDay('soon', 'en')).toBe(''));

it.each([
  ['08:00-18:00', '8:00', '18:00'],
  ['07:30 - 20:00', '7:30', '20:00'],
  ['00:00-06:30', '0:00', '6:30'],
  ['', '8:00', '18:00'],
])('opening hours %j are parsed', (hours, opens, closes) => {
  expect(openingHours(hours)).toEqual({ opens, closes });
});
