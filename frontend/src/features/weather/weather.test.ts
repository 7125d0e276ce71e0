// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Weather } from '@/shared/api/types';
import { ageText, degrees } from './condition-labels';
import { NoBranchesError, readWeather, WeatherDataError } from './read-weather';
import { readStoredWeather, storeWeather } from './weather-storage';

const RECORD: Weather = {
  temp: 31.4,
  feels_like: 35,
  humidity: 58,
  windSpeed: 1.8,
  condition: 'light_rain',
  description: 'Light rain',
  icon: 'cloud-rain',
  branchId: 1,
  branchName: { la: 'ສຳນັກງານໃຫຍ່', en: 'Headquarters' },
  cityName: { la: 'ວຽງຈັນ', en: 'Vientiane' },
  timestamp: '2026-11-21T12:00:00+07:00',
  estimated: false,
};
const MINUTE = 60_000;

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('weather response', () => {
  it('is read without invalid records', () => {
    expect(readWeather({ success: true, data: [RECORD, { temp: 'warm' }, null] })).toEqual([
      RECORD,
    ]);
  });
  it('without branches is reported', () => {
    expect(() => readWeather({ success: true, data: [] })).toThrow(NoBranchesError);
  });
  it.each([[null], ['x'], [{}], [{ data: [{ ...RECORD, temp: null }] }]])(
    'is invalid: %j',
    (body) => {
      expect(() => readWeather(body)).toThrow(WeatherDataError);
    },
  );
});

describe('weather cached in the browser', () => {
  it('expires after an hour', () => {
    storeWeather([RECORD], 1000);
    expect(readStoredWeather(1000 + 60 * MINUTE - 1)?.data).toEqual([RECORD]);
    expect(readStoredWeather(1000 + 60 * MINUTE)).toBeUndefined();
  });
  it('expires after ten minutes if it is an estimate', () => {
    storeWeather([RECORD, { ...RECORD, estimated: true }], 1000);
    expect(readStoredWeather(1000 + 10 * MINUTE - 1)).toBeDefined();
    expect(readStoredWeather(1000 + 10 * MINUTE)).toBeUndefined();
  });
  it('clock set back or invalid JSON: nothing is returned', () => {
    storeWeather([RECORD], 5000);
    expect(readStoredWeather(4999)).toBeUndefined();
    for (const text of ['', '{', '{"timestamp":1}', '{"timestamp":1,"data":[{}]}', '[]']) {
      localStorage.setItem('heuan_weather', text);
      expect(readStoredWeather(2)).toBeUndefined();
    }
  });
});

it('temperature is whole and never minus zero', () => {
  expect([31.4, 31.5, -0.2, -3.6].map(degrees)).toEqual(['31°', '32°', '0°', '-4°']);
});

it('age of the weather is in minutes, then in hours', () => {
  const at = Date.parse(RECORD.timestamp);
  expect(ageText(RECORD.timestamp, at - MINUTE)).toEqual({ minutes: 0 });
  expect(ageText(RECORD.timestamp, at + 59 * MINUTE)).toEqual({ minutes: 59 });
  expect(ageText(RECORD.timestamp, at + 125 * MINUTE)).toEqual({ hours: 2 });
});
