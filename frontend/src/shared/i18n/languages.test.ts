import { expect, it } from 'vitest';
import { languageOfPath, withLanguage, withoutLanguage } from './languages';
import { pickText } from './pick-text';

it.each([
  ['/la', 'lo'],
  ['/en/shop', 'en'],
  ['/cn/shop/1', 'zh-CN'],
  ['/vn', 'vi'],
  ['/', undefined],
  ['/xx/shop', undefined],
  ['/shop', undefined],
])('languageOfPath %s → %s', (path, tag) => {
  expect(languageOfPath(path)?.tag).toBe(tag);
});

it.each([
  ['/en/shop', '/th/shop'],
  ['/la', '/th'],
  ['/', '/th'],
  ['/shop/1', '/th/shop/1'],
  ['/xx/shop', '/th/shop'],
  ['/en/', '/th'],
])('withLanguage %s → %s', (path, result) => {
  expect(withLanguage(path, 'th')).toBe(result);
});

it.each([
  ['ຊີມັງ', 'Cement', 'la', 'ຊີມັງ'],
  ['ຊີມັງ', 'Cement', 'en', 'Cement'],
  ['ຊີມັງ', 'Cement', 'th', 'ຊີມັງ'],
  ['', 'Cement', 'la', 'Cement'],
  ['ຊີມັງ', '', 'en', 'ຊີມັງ'],
] as const)('text %s / %s in %s is %s', (la, en, code, text) => {
  expect(pickText(la, en, code)).toBe(text);
});

it.each([
  ['/en', '/'],
  ['/en/', '/'],
  ['/en/shop/1', '/shop/1'],
  ['/shop', '/shop'],
])('withoutLanguage %s → %s', (path, result) => {
  expect(withoutLanguage(path)).toBe(result);
});
