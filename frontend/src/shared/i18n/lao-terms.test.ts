import { expect, it } from 'vitest';
import { splitAtTerms } from './lao-terms';

it('shop term stays in one run', () => {
  expect(splitAtTerms('ຊີມັງປອດແລນ 50 ກິໂລ')).toEqual(['ຊີມັງ', 'ປອດແລນ', ' 50 ກິໂລ']);
});

it('text keeps every character', () => {
  const text = 'ກະເບື້ອງຫ້ອງນ້ຳ ແລະ ຫ້ອງຄົວ';
  expect(splitAtTerms(text).join('')).toBe(text);
});

it('text in another script stays in one run', () => {
  expect(splitAtTerms('Portland cement')).toEqual(['Portland cement']);
});

it('color with its shade stays in one run', () => {
  expect(splitAtTerms('ປູນຢາແນວ ສີເທົາເຂັ້ມ 1 ກິໂລ')).toEqual(['ປູນຢາແນວ ', 'ສີເທົາເຂັ້ມ', ' 1 ກິໂລ']);
  expect(splitAtTerms('ໂຕະສີ່ຫຼ່ຽມ')).toEqual(['ໂຕະສີ່ຫຼ່ຽມ']);
});
