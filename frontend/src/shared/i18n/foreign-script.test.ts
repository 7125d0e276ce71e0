import { expect, it } from 'vitest';
import { foreignTag } from './foreign-script';

it.each([
  ['ກະເບື້ອງ ຫ້ອງນ້ຳ', 'lo', undefined],
  ['ກະເບື້ອງ 60×60 ຊມ', 'th', 'lo'],
  ['ກະເບື້ອງ', 'en', 'lo'],
  ['Cement, 50 kg', 'th', 'en'],
  ['Cement, 50 kg', 'lo', 'en'],
  ['Cement, 50 kg', 'en', undefined],
  ['Cement', 'fr', undefined],
  ['ปูนซีเมนต์ SCG', 'th', undefined],
  ['水泥', 'zh-CN', undefined],
  ['₭58,000.00', 'th', undefined],
  ['10 m', 'th', undefined],
  ['เหลือเพียง 3 ຖົງ', 'th', undefined],
  ['现货 285 ຖົງ', 'zh-CN', undefined],
  ['ສີທາພາຍໃນ TOA 4 Seasons', 'vi', 'lo'],
])('%s on a page in %s is marked as %s', (text, page, lang) => {
  expect(foreignTag(text, page)).toBe(lang);
});
