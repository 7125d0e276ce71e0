import { expect, it } from 'vitest';
import { setShownLanguage } from '@/shared/i18n/language-preference';
import { DEFAULT_LANGUAGE } from '@/shared/i18n/languages';
import { districtName, districtsOf, PROVINCES } from './provinces';

const LAO = /^[\u0E80-\u0EFF]+( [\u0E80-\u0EFF]+)?$/;
const LATIN = /^[A-Z][A-Za-z]+( [A-Z][a-z]+)?$/;

it('there are 18 provinces and 148 districts', () => {
  expect(PROVINCES).toHaveLength(18);
  expect(PROVINCES.map(({ districts }) => districts.length)).toEqual([
    9, 7, 5, 7, 5, 12, 10, 11, 7, 11, 7, 10, 15, 8, 4, 10, 5, 5,
  ]);
  expect(PROVINCES.flatMap(({ districts }) => districts)).toHaveLength(148);
});

it('each district has a Lao and a Latin name, once in its province', () => {
  for (const province of PROVINCES) {
    for (const { la, en } of [province, ...province.districts]) {
      expect(la).toMatch(LAO);
      expect(en).toMatch(LATIN);
    }
    expect(new Set(province.districts.map(({ la }) => la)).size).toBe(province.districts.length);
    expect(new Set(province.districts.map(({ en }) => en)).size).toBe(province.districts.length);
  }
  expect(new Set(PROVINCES.map(({ la }) => la)).size).toBe(18);
});

it('districts are found by the Lao name of the province only', () => {
  expect(districtsOf('ເຊກອງ').map(({ en }) => en)).toEqual([
    'Lamam',
    'Kaleum',
    'Dakcheung',
    'Thateng',
  ]);
  expect(districtsOf('Sekong')).toEqual([]);
  expect(districtsOf('')).toEqual([]);
});

it('district name is Lao on Lao pages and Latin on others', () => {
  const place = { la: 'ປາກເຊ', en: 'Pakse' };
  setShownLanguage({ ...DEFAULT_LANGUAGE, tag: 'de' });
  expect(districtName(place, 'la')).toBe('Pakse');
  setShownLanguage(DEFAULT_LANGUAGE);
  expect(districtName(place, 'la')).toBe('ປາກເຊ');
  expect(districtName(place, 'th')).toBe('Pakse');
  expect(districtName(place, 'en')).toBe('Pakse');
});
