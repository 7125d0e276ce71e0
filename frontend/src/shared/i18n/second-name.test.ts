import { expect, it } from 'vitest';
import { setShownLanguage } from './language-preference';
import { LANGUAGES, type Language } from './languages';
import { bothNames, secondName, unitName } from './second-name';

const routed = (code: string) => LANGUAGES.find((one) => one.code === code) as Language;
/** German as the chosen language of a Lao address. */
const GERMAN = { ...routed('la'), tag: 'de', nativeName: 'Deutsch' };

it.each([
  ['la', undefined],
  ['en', undefined],
  ['th', undefined],
  ['cn', 'Cement'],
  ['vn', 'Cement'],
])('page in %s has %s below the Lao name', (code, second) => {
  expect(secondName('ຊີມັງ', 'Cement', routed(code))).toBe(second);
});

it('page in a language without a route has the English name below the Lao one', () => {
  expect(secondName('ຊີມັງ', 'Cement', GERMAN)).toBe('Cement');
  expect(secondName('ຊີມັງ', 'Cement', { ...GERMAN, code: 'en' })).toBeUndefined();
});

it('name without a translation has no second name', () => {
  expect(secondName('', 'Cement', GERMAN)).toBeUndefined();
  expect(secondName('ຊີມັງ', '', GERMAN)).toBeUndefined();
  expect(bothNames('ຊີມັງ', 'Cement', GERMAN)).toBe('ຊີມັງ · Cement');
});

it.each([
  ['la', 'ຖົງ'],
  ['en', 'bag'],
  ['cn', 'ຖົງ (bag)'],
])('unit of a product on a page in %s is %s', (code, text) => {
  setShownLanguage(routed(code));
  expect(unitName({ unit_name_la: 'ຖົງ', unit_name_en: 'bag' })).toBe(text);
});
